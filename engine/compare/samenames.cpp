// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/samenames.h"

#include <algorithm>

namespace weightless {

void SameNames::add(const std::string& before, const std::string& after)
{
    if (!before.empty() && !after.empty()) {
        const std::string* meaning = m_before.try_emplace(before, &before).first->second;
        m_after.try_emplace(after, meaning);
    }
}

void SameNames::addBefore(const std::string& name, const std::string& meaning)
{
    m_before.try_emplace(name, &meaning);
}

void SameNames::addAfter(const std::string& name, const std::string& meaning)
{
    m_after.try_emplace(name, &meaning);
}

const std::string* SameNames::find(Meanings SameNames::*meanings, std::string_view name) const
{
    for (const SameNames* names = this; names != nullptr; names = names->m_around) {
        const Meanings& here = names->*meanings;
        if (const auto found = here.find(name); found != here.end()) {
            return found->second;
        }
    }
    return nullptr;
}

bool SameNames::isSame(const std::string& before, const std::string& after) const
{
    const std::string* first = find(&SameNames::m_before, before);
    const std::string* second = find(&SameNames::m_after, after);
    return first == second && (first != nullptr || before == after);
}

bool SameNames::isSame(const std::vector<std::string>& before, const std::vector<std::string>& after) const
{
    return std::ranges::equal(
        before, after, [this](const std::string& x, const std::string& y) { return isSame(x, y); });
}

std::string SameNames::describeChange(
    const std::vector<std::string>& before, const std::vector<std::string>& after) const
{
    std::vector<std::string> told = after;
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (before[i] == after[i] && !isSame(before[i], after[i])) {
            const std::string* meaning = find(&SameNames::m_after, after[i]);
            told[i] += meaning == nullptr ? std::string(" (new)") : " (was " + *meaning + ")";
        }
    }
    return joined(before) + " → " + joined(told);
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + (name.empty() ? "–" : name);
    }
    return text.empty() ? "nothing" : text;
}

} // namespace weightless
