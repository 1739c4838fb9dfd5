// A library that is opened without threads, and a folder outside of it.
#pragma once

#include "core/library/librarystore.h"
#include "tests/core/library/testlibrary.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace snug::test {

class StoreOnDisk
{
protected:
    void openStore()
    {
        QTest::failOnWarning();
        m_store.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::UserFolder);
        m_store = m_folder->open();
        m_outside = std::make_unique<QTemporaryDir>();
    }
    void closeStore()
    {
        m_store.reset();
        m_folder.reset();
    }
    QString outside(const QString &name, const QByteArray &bytes)
    {
        put(m_outside->filePath(name), bytes);
        return m_outside->filePath(name);
    }

    // What is drawn, whatever else the file says.
    static QByteArray imageData(const QByteArray &png)
    {
        return png.sliced(png.indexOf("IHDR"), png.lastIndexOf("IDAT") - png.indexOf("IHDR"));
    }

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;
    std::unique_ptr<QTemporaryDir> m_outside;
};

} // namespace snug::test
