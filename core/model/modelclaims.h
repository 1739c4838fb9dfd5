// What is said of a model beside what is known by its name (core/conversion/modeltraits.h): by its service's
// list of models, and by the user, who has the last word.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

// By the service, when it was asked last.
struct ServiceClaims
{
    QString model = {};                     // of which it was said
    std::optional<int> contextSize = {};    // tokens
    std::optional<int> mostReply = {};      // tokens of one reply
    QStringList parameters = {};            // keys of a request that it hears; empty = it does not say
    std::optional<double> promptPrice = {}; // US dollars a token
    std::optional<double> replyPrice = {};
    QStringList capabilities = {}; // its own words: "thinking", "vision"; empty = it does not say

    bool isEmpty() const { return *this == ServiceClaims{model}; }
    bool operator==(const ServiceClaims &) const = default;
};

// By the user; nothing = as it is known.
struct UserClaims
{
    std::optional<bool> takesPrefill = {};
    std::optional<bool> takesSamplers = {}; // temperature, top_p and what is like them
    std::optional<bool> takesPenalties = {};
    std::optional<bool> takesStop = {};
    std::optional<bool> takesSystemText = {};
    std::optional<bool> saysLogProbs = {};
    std::optional<int> mostReply = {}; // tokens

    bool operator==(const UserClaims &) const = default;
};

} // namespace snug
