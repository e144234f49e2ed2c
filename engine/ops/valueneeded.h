// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <string>

namespace weightless::ops {

// What a shape rule throws that cannot go on without the values of an input. A planner that can have them
// read ends its segment in front of the node and asks again; to everybody else the node is Unsupported.
class ValueNeeded : public Error {
public:
    ValueNeeded(size_t input, const std::string& inputName)
        : Error(ErrorKind::Unsupported,
            "input '" + inputName + "' decides the output's shape but its values are known only at run time")
        , m_input(input)
    {
    }

    [[nodiscard]] size_t input() const noexcept { return m_input; }

private:
    size_t m_input;
};

} // namespace weightless::ops
