// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

#include <limits>

namespace weightless::ops::product {

// What is no number stays none, in the row that it belongs to and whatever a product ends with: as many
// devices have it, the larger one of it and 0 would be 0.
void addNanCases(CaseList& cases)
{
    const auto add = [&](DataType type, const std::string& kernel, const std::string& activation) {
        constexpr size_t columns = 8;
        OperatorCase test =
            gemmCase(type, {{5, 16}, {16, columns}, Shape {columns}, false, false, 1, 1, kernel, activation});
        const double notANumber = std::numeric_limits<double>::quiet_NaN();
        constexpr size_t row = 2;
        setElement(*test.inputs[0], row * 16 + 3, notANumber);
        for (size_t column = 0; column < columns; ++column) {
            setElement(test.expected[0], row * columns + column, notANumber);
        }
        test.name += " one row of NaN";
        cases.push_back(test);
    };
    for (const std::string& activation : activations()) {
        for (const std::string kernel : {"plain", "wide", "shared", "vector"}) {
            add(DataType::Float32, kernel, activation);
        }
        add(DataType::Float16, "matrix", activation);
    }
}

} // namespace weightless::ops::product
