// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weightless {

// Which names in a graph of the first model and in its counterpart mean the same. Those of a body see those
// of the graph around it. It refers to the models' own text.
class SameNames {
public:
    SameNames() = default;
    explicit SameNames(const SameNames& around)
        : m_around(&around)
    {
    }
    SameNames(SameNames&&) = delete;
    SameNames& operator=(const SameNames&) = delete;
    SameNames& operator=(SameNames&&) = delete;
    ~SameNames() = default;

    // Empty names, of what was left out, mean nothing. The first meaning that a name gets here is its own.
    void add(const std::string& before, const std::string& after);
    // The meaning is the first model's name for one of those that are the same.
    void addBefore(const std::string& name, const std::string& meaning);
    void addAfter(const std::string& name, const std::string& meaning);

    // Names without a meaning are the same where they are equal.
    [[nodiscard]] bool isSame(const std::string& before, const std::string& after) const;
    [[nodiscard]] bool isSame(
        const std::vector<std::string>& before, const std::vector<std::string>& after) const;

    // "p, q → q, p". A name that stands in its old place for another thing is told by the name that this had:
    // "p, q → p (was q), q (was p)".
    [[nodiscard]] std::string describeChange(
        const std::vector<std::string>& before, const std::vector<std::string>& after) const;

private:
    using Meanings = std::unordered_map<std::string_view, const std::string*>;

    const std::string* find(Meanings SameNames::*meanings, std::string_view name) const;

    const SameNames* m_around = nullptr;
    Meanings m_before, m_after;
};

// "p, q"; "nothing" where there are none.
[[nodiscard]] std::string joined(const std::vector<std::string>& names);

} // namespace weightless
