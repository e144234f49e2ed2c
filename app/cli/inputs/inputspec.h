// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"

#include <string>
#include <string_view>

namespace weightless::cli {

// What `--input NAME=SPEC` says: `random[:seed]`, `zeros`, `ones`, a number, `true` or `false`, which are 1
// and 0 (isTruthWord() tells them apart), or a file; what does not end in .npy or .pb is a picture.
// UsageError for a seed that is no number.
[[nodiscard]] InputSource parseInputSpec(std::string_view text, ImageRange range = ImageRange::ZeroToOne);

[[nodiscard]] bool isTruthWord(std::string_view text);

// InvalidArgument, naming the input, for what is none of these: a picture that is not there.
void checkMeansSomething(const std::string& input, const InputSource& source);

// InvalidArgument, naming the input, where a truth word fills what is no bool.
void checkTakesTruth(const std::string& input, DataType type);

// The paragraph of --help.
[[nodiscard]] std::string inputHelp();

} // namespace weightless::cli
