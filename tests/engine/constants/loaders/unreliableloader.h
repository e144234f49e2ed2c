// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/constants/loaders/archiveloader.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace weightless::testing {

// Fails, lies or declines as a test wants it, around the example.
class UnreliableLoader final : public ExternalDataLoader {
public:
    std::function<std::optional<size_t>(ExternalDataTransfer&, const std::stop_token&)> load;
    std::function<bool(MemoryKind)> accepts = [](MemoryKind) { return true; };
    bool beginsNothing = false;
    ArchiveLoader archive;
    mutable int aborts = 0;

    [[nodiscard]] std::string_view name() const override { return "unreliable"; }
    [[nodiscard]] bool canServe(const ConstantSource& source, MemoryKind kind) const override
    {
        return accepts(kind) && archive.canServe(source, kind);
    }
    [[nodiscard]] std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>& meter) const override
    {
        return beginsNothing ? nullptr : std::make_unique<Transfer>(*this, archive.begin(meter));
    }

private:
    class Transfer final : public ExternalDataTransfer {
    public:
        Transfer(const UnreliableLoader& loader, std::unique_ptr<ExternalDataTransfer> transfer)
            : m_loader(loader)
            , m_transfer(std::move(transfer))
        {
        }
        void prepare(const ExternalTensor& tensor) override { m_transfer->prepare(tensor); }
        std::optional<size_t> load(const std::stop_token& stop) override
        {
            return m_loader.load(*m_transfer, stop);
        }
        void finish() override { m_transfer->finish(); }
        void abort() noexcept override { ++m_loader.aborts; }

    private:
        const UnreliableLoader& m_loader;
        std::unique_ptr<ExternalDataTransfer> m_transfer;
    };
};

} // namespace weightless::testing
