// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

#include <functional>
#include <string>
#include <vector>

namespace weightless::ops::reduction {

struct Reducer {
    std::string name;
    std::function<double(const std::vector<double>&)> reduce;
};
const std::vector<Reducer>& reducers();

// `asInput`: the axes are one.
OperatorCase reduceCase(const Reducer& reducer, const HostTensor& x, const std::vector<int64_t>& axes,
    bool keepsDims, int64_t opset, bool asInput);

void addColumnCases(CaseList& cases);
void addNaNCases(CaseList& cases); // and GlobalMaxPool's

} // namespace weightless::ops::reduction
