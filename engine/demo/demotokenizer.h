// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace weightless {

// The files of the demo folder's tokenizer: GPT-2's characters for bytes, alone and at the end of a word, and
// a few dozen words of prompts. The ids of start and end are CLIP's, the last ones of its 49,408.
struct DemoTokenizer {
    std::string vocabulary; // vocab.json
    std::string merges; // merges.txt
};
[[nodiscard]] DemoTokenizer makeDemoTokenizer();

} // namespace weightless
