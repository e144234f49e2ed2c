// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace weightless::ui {

class FreeDimensionsEditor;

// Sizes that the user has typed for runs of a plan, for the time until another plan of the same model is
// there.
class KeptSizes {
public:
    // `planned` are those that the plan has, by symbol.
    void keep(const FreeDimensionsEditor& editor, const std::map<std::string, int64_t>& planned);
    // Sizes from before, which hold whatever sizes the plan has.
    void keepForAnyPlan(const std::map<std::string, int64_t>& sizes);
    // They are the user's there, too. A plan that has another size than the one before was asked for with it:
    // it begins with that one. Nothing is kept any longer.
    void restore(FreeDimensionsEditor& editor, const std::map<std::string, int64_t>& planned);

private:
    std::map<std::string, int64_t> m_sizes;
    std::map<std::string, int64_t> m_planned; // what they stood for; those for any plan stood for none
};

} // namespace weightless::ui
