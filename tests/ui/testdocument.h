// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demo.h"
#include "tests/needsdevice.h"
#include "ui/document/modeldocument.h"

#include <QString>

namespace weightless::ui {

// A demo model small enough for tests, in structure only: its tensors have no bytes.
[[nodiscard]] ModelDocumentPtr smallDocument(DemoPart part = DemoPart::Sd15Clip);

// The same with bytes, written to `folder`; returns its path.
[[nodiscard]] QString writeSmallModel(const QString& folder, DemoPart part = DemoPart::Sd15Clip);

// False, with a warning in the log, on a machine without a Vulkan device: for WEIGHTLESS_NEEDS_DEVICE.
[[nodiscard]] bool hasDevice();

} // namespace weightless::ui
