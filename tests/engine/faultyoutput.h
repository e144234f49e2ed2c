// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputsystem.h"
#include "tests/engine/temporaryfolder.h"

#include <set>
#include <vector>

namespace weightless::test {

// The system's own calls, of which one does not happen.
class FaultyOutput final : public OutputSystem {
public:
    enum class Fault {
        Error, // that call fails, a write after half of its bytes
        Kill, // it is the process's last
        PowerCut, // it is the machine's last; of what was not synced, names have lasted and bytes have not
        PowerCutUndoingNames, // the same, and names have not lasted
        PowerCutReordering, // the same, but the last name has lasted
    };

    // The call with this number, counted from 0, is the one.
    FaultyOutput(Fault fault, size_t call);

    // Whether there were as many calls.
    [[nodiscard]] bool hasFailed() const { return m_calls > m_faultAt; }
    [[nodiscard]] size_t calls() const { return m_calls; }

    intptr_t create(const std::filesystem::path& path) override;
    void write(intptr_t handle, std::span<const std::byte> bytes, const std::filesystem::path& path) override;
    void sync(intptr_t handle, const std::filesystem::path& path) override;
    void close(intptr_t handle) noexcept override;
    void replace(const std::filesystem::path& from, const std::filesystem::path& to) override;
    void publish(const std::filesystem::path& from, const std::filesystem::path& to) override;
    void syncFolder(const std::filesystem::path& folder) override;
    void remove(const std::filesystem::path& path) noexcept override;
    void removeAbandoned(const std::filesystem::path& path) noexcept override;
    std::optional<Lock> lock(const std::filesystem::path& path) override;
    void rewrite(intptr_t handle, std::string_view note, const std::filesystem::path& path) override;
    void unlock(intptr_t handle, const std::filesystem::path& path, bool removesFile) noexcept override;
    [[nodiscard]] std::vector<std::filesystem::path> namesIn(
        const std::filesystem::path& folder) const override;

private:
    // A change of a folder that the disk need not know of yet.
    struct NameChange {
        std::filesystem::path from; // empty: `to` was removed
        std::filesystem::path to;
        std::filesystem::path before; // what `to` was, kept elsewhere; empty: nothing
    };

    [[nodiscard]] bool isGone() const { return m_fault != Fault::Error && hasFailed(); }
    [[nodiscard]] bool happens() noexcept;
    void expect(const std::filesystem::path& path);
    [[nodiscard]] std::filesystem::path kept(const std::filesystem::path& path);
    void losePower();
    void undo(const NameChange& change) const;

    OutputSystem& m_system = OutputSystem::native();
    Fault m_fault;
    size_t m_faultAt;
    size_t m_calls = 0;
    TemporaryFolder m_keep;
    size_t m_keptFiles = 0;
    std::set<std::filesystem::path> m_unsynced;
    std::vector<std::pair<intptr_t, std::filesystem::path>> m_open;
    std::vector<NameChange> m_changes;
};

} // namespace weightless::test
