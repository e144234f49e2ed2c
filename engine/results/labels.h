// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

// Names of classes, one a line, in the order of their indices; empty lines at the end do not count. What
// stands before the first blank of every line ("n01440764 tench, Tinca tinca") is left out where all lines
// begin with such a WordNet number. Of .csv and .tsv files with several columns, see namesInTable(). Of JSON
// a list of names, an object of them by their numbers ({"0": "tench"}, {"0": ["n01440764", "tench"]}) or the
// other way round, and a config.json's id2label; of a list or a dictionary as Python writes it, the same,
// whatever the file is called.
// Text that is no UTF-8 is taken for Latin-1. InvalidArgument, with what is read: for bytes that are no text,
// other JSON and other tables; beyond 4 MiB or 100,000 names. Io.
[[nodiscard]] std::vector<std::string> readLabels(const std::filesystem::path& path);

// The names that some exporters leave in a model's metadata: "names" as {0: 'person', 1: 'bicycle'}. Empty
// when there are none, or they cannot be understood.
[[nodiscard]] std::vector<std::string> labelsOf(const std::map<std::string, std::string>& metadata);

// Those of a list as Python writes it: ['person', 'bicycle']. Empty when it is none.
[[nodiscard]] std::vector<std::string> labelsInList(std::string_view text);

// A file of labels beside a model, by the names that they usually have; empty when there is none.
[[nodiscard]] std::filesystem::path findLabels(const std::filesystem::path& model);

// A class of this name is none: "background", "__background__", "unlabeled" … in any case, or no name.
[[nodiscard]] bool meansNothing(const std::string& label);

} // namespace weightless
