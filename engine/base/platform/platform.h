// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files and mappings, as systems differ in them: one declaration here, one file per system beside it. Only
// engine/base includes this header.

#include "engine/base/file.h"

#include <optional>

namespace weightless::platform {

inline constexpr intptr_t invalidHandle = -1;

struct OpenedFile {
    intptr_t handle = invalidHandle;
    FileIdentity identity;
};

// Io with the system's own words on failure.
[[nodiscard]] OpenedFile openForReading(const std::filesystem::path& path);
// `relative` names a file below `folder` by folders, no links and no "..": whatever changes meanwhile,
// nothing else is opened.
[[nodiscard]] OpenedFile openBeneath(
    const std::filesystem::path& folder, const std::filesystem::path& relative);
// The same for a system that cannot do so in one step: what was opened is asked where it lies.
[[nodiscard]] OpenedFile openBeneathByPath(
    const std::filesystem::path& folder, const std::filesystem::path& relative);
void closeFile(intptr_t handle) noexcept;
[[nodiscard]] FileIdentity identityOfPath(const std::filesystem::path& path);
[[nodiscard]] FileIdentity identityOfHandle(intptr_t handle, const std::filesystem::path& path);
// False once the file was deleted or another took its place. True where that cannot be told.
[[nodiscard]] bool hasName(intptr_t handle) noexcept;

// Reads at most destination.size() bytes; returns 0 at the end of the file. Throws Io.
[[nodiscard]] size_t readSome(intptr_t handle, uint64_t offsetBytes, std::span<std::byte> destination,
    const std::filesystem::path& path);

[[nodiscard]] bool flushToDisk(const std::filesystem::path& path) noexcept;

void dropCachedPages(intptr_t handle, uint64_t offsetBytes, uint64_t lengthBytes) noexcept;

struct Mapping {
    std::span<const std::byte> bytes;
    intptr_t handle = 0; // Windows' section object; unused elsewhere
};
[[nodiscard]] Mapping mapForReading(intptr_t handle, uint64_t sizeBytes, const std::filesystem::path& path);
void unmap(const Mapping& mapping) noexcept;
[[nodiscard]] uint64_t pageSize();

} // namespace weightless::platform
