// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "engine/model/model.h"

#include <string>

namespace weightless {
class OutputFile;
}

namespace weightless::cli {

// Every constant of a model, in file order, with where its bytes lie; in three forms. Text has the path of
// one whose name others have too (ConstantPath), the others have it of all.
[[nodiscard]] Json constantsJson(const Model& model);
[[nodiscard]] std::string constantsText(const Model& model);
// RFC 4180 with '\n'; names that look like formulas are defused (csvCell). Io.
void writeConstantsCsv(OutputFile& file, const Model& model);

} // namespace weightless::cli
