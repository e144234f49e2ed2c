// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/keptsizes.h"

#include "ui/run/freedimensionseditor.h"

#include <utility>

namespace weightless::ui {

void KeptSizes::keep(const FreeDimensionsEditor& editor, const std::map<std::string, int64_t>& planned)
{
    for (const auto& [symbol, size] : editor.chosen()) {
        const auto stoodFor = planned.find(symbol);
        if (stoodFor == planned.end())
            continue;
        m_sizes.insert_or_assign(symbol, size);
        m_planned.insert_or_assign(symbol, stoodFor->second);
    }
}

void KeptSizes::keepForAnyPlan(const std::map<std::string, int64_t>& sizes)
{
    for (const auto& [symbol, size] : sizes) {
        m_sizes.insert_or_assign(symbol, size);
        m_planned.erase(symbol);
    }
}

void KeptSizes::restore(FreeDimensionsEditor& editor, const std::map<std::string, int64_t>& planned)
{
    const KeptSizes kept = std::exchange(*this, {});
    std::map<std::string, int64_t> lasting;
    for (const auto& [symbol, size] : kept.m_sizes) {
        const auto now = planned.find(symbol);
        const auto stoodFor = kept.m_planned.find(symbol);
        if (now != planned.end() && (stoodFor == kept.m_planned.end() || now->second == stoodFor->second))
            lasting.emplace(symbol, size);
    }
    editor.setValues(lasting);
}

} // namespace weightless::ui
