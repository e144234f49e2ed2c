// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/memorymodel.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless::test {

namespace {

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    [[nodiscard]] std::string name() const override { return "memory"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_bytes.size(); }

    void readAt(uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token&) const override
    {
        if (offsetBytes > m_bytes.size() || destination.size() > m_bytes.size() - offsetBytes) {
            throw Error(ErrorKind::Io, "a range leaves the memory");
        }
        std::ranges::copy(m_bytes.subspan(offsetBytes, destination.size()), destination.begin());
    }

    void checkUnchanged() const override { }

private:
    std::span<const std::byte> m_bytes;
};

} // namespace

MemoryModel::MemoryModel(std::span<const std::byte> bytes)
    : m_source(std::make_shared<MemorySource>(bytes))
{
}

SourceRange MemoryModel::modelRange() const
{
    return ResourceRange {m_source, 0, m_source->sizeBytes()};
}

SourceRange MemoryModel::externalRange(const std::string& location)
{
    if (location.empty()) {
        throw Error(ErrorKind::InvalidArgument, "its external data has no name");
    }
    return modelRange();
}

std::shared_ptr<const ByteSource> MemoryModel::openExternal(const SourceRange&)
{
    return m_source;
}

} // namespace weightless::test
