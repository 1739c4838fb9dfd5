// Block scalars of YAML: "|" keeps line ends, ">" folds them.
// https://yaml.org/spec/1.2.2/#81-block-scalar-styles
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct YamlBlockHeader
{
    bool isFolded = false;
    QChar chomping = u' '; // '-': no line end at the end, '+': all of them, ' ': one
};

// "|", ">-", "|+"; nothing for anything else, an indent in figures included.
std::optional<YamlBlockHeader> yamlBlockHeader(QStringView text);

// `lines` as they stand in the file; empty lines at the end may belong to it or not.
QString yamlBlockText(const YamlBlockHeader &header, const QStringList &lines);

} // namespace snug
