// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/faultyoutput.h"

#include "engine/base/error.h"

#include <algorithm>
#include <ranges>

namespace weightless::test {

namespace fs = std::filesystem;

FaultyOutput::FaultyOutput(Fault fault, size_t call)
    : m_fault(fault)
    , m_faultAt(call)
{
}

// Counts the call. From a kill or a power cut on, nothing happens any more.
bool FaultyOutput::happens() noexcept
{
    const size_t call = m_calls++;
    if (call < m_faultAt || (m_fault == Fault::Error && call > m_faultAt)) {
        return true;
    }
    if (call == m_faultAt && m_fault != Fault::Error && m_fault != Fault::Kill) {
        losePower();
    }
    return false;
}

void FaultyOutput::expect(const fs::path& path)
{
    if (!happens()) {
        throw Error(ErrorKind::Io, "Cannot write '" + displayPath(path) + "': injected");
    }
}

fs::path FaultyOutput::kept(const fs::path& path)
{
    if (!fs::exists(path)) {
        return {};
    }
    fs::path link = m_keep / std::to_string(m_keptFiles++);
    fs::create_hard_link(path, link);
    return link;
}

void FaultyOutput::undo(const NameChange& change) const
{
    if (!change.from.empty()) {
        fs::rename(change.to, change.from);
    }
    if (!change.before.empty()) {
        fs::create_hard_link(change.before, change.to);
    }
}

void FaultyOutput::losePower()
{
    for (const fs::path& path : m_unsynced) {
        fs::resize_file(path, fs::file_size(path) / 2);
    }
    if (m_fault == Fault::PowerCutReordering && !m_changes.empty()) {
        m_changes.pop_back();
    }
    if (m_fault != Fault::PowerCut) {
        for (const NameChange& change : m_changes | std::views::reverse) {
            undo(change);
        }
    }
}

intptr_t FaultyOutput::create(const fs::path& path)
{
    expect(path);
    const intptr_t handle = m_system.create(path);
    m_open.emplace_back(handle, path);
    return handle;
}

void FaultyOutput::write(intptr_t handle, std::span<const std::byte> bytes, const fs::path& path)
{
    const auto file = std::ranges::find(m_open, handle, [](const auto& each) { return each.first; });
    m_unsynced.insert(file->second);
    if (!isGone() && m_calls == m_faultAt) {
        m_system.write(handle, bytes.first(bytes.size() / 2), path);
    }
    expect(path);
    m_system.write(handle, bytes, path);
}

void FaultyOutput::sync(intptr_t handle, const fs::path& path)
{
    expect(path);
    const auto file = std::ranges::find(m_open, handle, [](const auto& each) { return each.first; });
    m_unsynced.erase(file->second);
}

void FaultyOutput::close(intptr_t handle) noexcept
{
    std::erase_if(m_open, [handle](const auto& each) { return each.first == handle; });
    m_system.close(handle);
}

void FaultyOutput::replace(const fs::path& from, const fs::path& to)
{
    expect(to);
    m_changes.push_back({from, to, kept(to)});
    m_system.replace(from, to);
    if (m_unsynced.erase(from) > 0) {
        m_unsynced.insert(to);
    }
}

void FaultyOutput::publish(const fs::path& from, const fs::path& to)
{
    expect(to);
    m_system.publish(from, to);
    m_changes.push_back({from, to, {}});
    if (m_unsynced.erase(from) > 0) {
        m_unsynced.insert(to);
    }
}

void FaultyOutput::syncFolder(const fs::path& folder)
{
    expect(folder);
    m_changes.clear();
}

void FaultyOutput::remove(const fs::path& path) noexcept
{
    if (happens()) {
        m_changes.push_back({{}, path, kept(path)});
        m_system.remove(path);
        m_unsynced.erase(path);
    }
}

void FaultyOutput::removeAbandoned(const fs::path& path) noexcept
{
    if (happens()) {
        m_system.removeAbandoned(path);
    }
}

std::optional<OutputSystem::Lock> FaultyOutput::lock(const fs::path& path)
{
    expect(path);
    return m_system.lock(path);
}

void FaultyOutput::rewrite(intptr_t handle, std::string_view note, const fs::path& path)
{
    if (!isGone() && m_calls == m_faultAt) {
        m_system.rewrite(handle, note.substr(0, note.size() / 2), path);
    }
    expect(path);
    m_system.rewrite(handle, note, path);
}

void FaultyOutput::unlock(intptr_t handle, const fs::path& path, bool removesFile) noexcept
{
    m_system.unlock(handle, path, happens() && removesFile);
}

std::vector<fs::path> FaultyOutput::namesIn(const fs::path& folder) const
{
    return m_system.namesIn(folder);
}

} // namespace weightless::test
