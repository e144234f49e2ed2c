// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::normalization {

void addFormulaCases(CaseList& cases); // of meanvariance.cpp

} // namespace weightless::ops::normalization
