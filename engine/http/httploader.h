// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldataloader.h"

namespace weightless::http {

// Brings constants whose source is an HttpResource: every resource keeps the client, and so the options and
// the connections, that it was opened with.
class HttpLoader final : public ExternalDataLoader {
public:
    [[nodiscard]] std::string_view name() const override { return "http"; }
    [[nodiscard]] bool canServe(const ConstantSource& source, MemoryKind kind) const override;
    [[nodiscard]] uint64_t overheadBytes(const ConstantSource& source) const override;
    [[nodiscard]] std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>& meter) const override;
};

} // namespace weightless::http
