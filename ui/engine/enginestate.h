// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::ui {

enum class EngineState {
    Empty, // no model
    Opening, // another model may still be there: it stays if the new one cannot be read
    Opened, // can be inspected; not planned (no device, or the plan failed)
    Building,
    Hollow, // planned; at least one constant is unset
    Loading,
    Paused,
    Ready, // every constant is set
    Running,
    Unloading, // the weights are given back
};

} // namespace weightless::ui
