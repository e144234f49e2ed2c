// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::roi {

void addCropAndResizeCases(CaseList& cases);

} // namespace weightless::ops::roi
