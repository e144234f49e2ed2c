// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/session.h"
#include "ui/engine/enginetypes.h"
#include "ui/engine/runvalues.h"

#include <vector>

namespace weightless::ui {

// What a detector or a segmenting model found is shown in the picture that it was given, as a person sees it.
// Empty where no output is boxes or a mask. Errors as Session::valueOf().
[[nodiscard]] std::vector<InputPicture> inputPictures(
    Session& session, const RunRequest& request, const RunReport& report);

// The first size of each input.
[[nodiscard]] std::vector<int64_t> inputBatches(const Session& session, const RunRequest& request);

} // namespace weightless::ui
