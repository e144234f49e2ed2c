// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httploader.h"

#include "engine/http/httpresource.h"
#include "engine/http/httptransfer.h"

namespace weightless::http {

bool HttpLoader::canServe(const ConstantSource& source, MemoryKind /*any*/) const
{
    const auto* range = std::get_if<ResourceRange>(&source.range);
    return range != nullptr && dynamic_cast<const HttpResource*>(range->resource.get()) != nullptr;
}

uint64_t HttpLoader::overheadBytes(const ConstantSource& source) const
{
    const auto& range = std::get<ResourceRange>(source.range);
    return HttpTransfer::connectionsFor(dynamic_cast<const HttpResource&>(*range.resource))
        * HttpStream::bufferBytes;
}

std::unique_ptr<ExternalDataTransfer> HttpLoader::begin(const std::shared_ptr<MemoryMeter>& meter) const
{
    return std::make_unique<HttpTransfer>(meter);
}

} // namespace weightless::http
