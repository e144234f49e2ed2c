// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loaders/archiveloader.h"

#include "engine/base/error.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

namespace weightless::testing {

namespace {

class Unpacker {
public:
    explicit Unpacker(const Archive& archive)
        : m_archive(archive)
    {
    }

    [[nodiscard]] uint64_t position() const { return m_position; }
    void skip(uint64_t count) { advance(count, nullptr); }
    void read(std::span<std::byte> target) { advance(target.size(), target.data()); }

private:
    void advance(uint64_t count, std::byte* target)
    {
        m_position += count;
        while (count > 0) {
            const auto& [length, byte] = m_archive.packed().at(m_run);
            const uint64_t taken = std::min<uint64_t>(count, length - m_taken);
            if (target != nullptr) {
                std::memset(target, std::to_integer<int>(byte), taken);
                target += taken;
            }
            count -= taken;
            m_taken += taken;
            if (m_taken == length) {
                ++m_run;
                m_taken = 0;
            }
        }
    }

    const Archive& m_archive;
    uint64_t m_position = 0;
    size_t m_run = 0;
    uint64_t m_taken = 0;
};

class ArchiveTransfer final : public ExternalDataTransfer {
public:
    explicit ArchiveTransfer(std::vector<std::string>& log)
        : m_log(log)
    {
        m_log.emplace_back("begin");
    }

    void prepare(const ExternalTensor& tensor) override
    {
        m_log.push_back("prepare " + tensor.constant->name);
        m_order.push_back(m_tensors.size());
        m_tensors.push_back(tensor);
    }

    std::optional<size_t> load(const std::stop_token& stop) override
    {
        if (m_next == 0) {
            std::ranges::stable_sort(m_order, {}, [this](size_t i) { return offsetOf(i); });
        }
        const size_t place = m_order.at(m_next++);
        const ExternalTensor& tensor = m_tensors[place];
        const auto& archive =
            dynamic_cast<const Archive&>(*std::get<ResourceRange>(tensor.constant->source.range).resource);
        if (!m_unpacker || m_unpacker->position() > offsetOf(place)) {
            m_unpacker.emplace(archive); // the beginning, or two constants that share bytes
            m_log.emplace_back("pass");
        }
        m_unpacker->skip(offsetOf(place) - m_unpacker->position());
        ConstantDestination& destination = *tensor.destination;
        for (uint64_t offset = 0; offset < destination.sizeBytes();) {
            DestinationSlice slice = destination.slice(
                offset, std::min(destination.maxSliceBytes(), destination.sizeBytes() - offset), stop);
            offset += slice.bytes().size();
            m_unpacker->read(slice.bytes());
            slice.commit();
        }
        m_log.push_back("load " + tensor.constant->name);
        return place;
    }

    void finish() override { m_log.emplace_back("finish"); }
    void abort() noexcept override { m_log.emplace_back("abort"); }

private:
    [[nodiscard]] uint64_t offsetOf(size_t place) const
    {
        return offsetBytes(m_tensors[place].constant->source);
    }

    std::vector<std::string>& m_log;
    std::vector<ExternalTensor> m_tensors;
    std::vector<size_t> m_order;
    size_t m_next = 0;
    std::optional<Unpacker> m_unpacker;
};

} // namespace

Archive::Archive(std::string_view content)
    : m_sizeBytes(content.size())
{
    for (size_t begin = 0; begin < content.size();) {
        size_t end = begin + 1;
        while (end < content.size() && content[end] == content[begin] && end - begin < 255) {
            ++end;
        }
        m_packed.emplace_back(static_cast<uint8_t>(end - begin), static_cast<std::byte>(content[begin]));
        begin = end;
    }
}

void Archive::readAt(uint64_t, std::span<std::byte>, const std::stop_token&) const
{
    throw Error(ErrorKind::Unsupported, "'archive:weights' can only be unpacked front to back");
}

bool ArchiveLoader::canServe(const ConstantSource& source, MemoryKind /*any*/) const
{
    const auto* range = std::get_if<ResourceRange>(&source.range);
    return range != nullptr && dynamic_cast<const Archive*>(range->resource.get()) != nullptr;
}

std::unique_ptr<ExternalDataTransfer> ArchiveLoader::begin(
    const std::shared_ptr<MemoryMeter>& /*no memory of its own*/) const
{
    return std::make_unique<ArchiveTransfer>(m_log);
}

} // namespace weightless::testing
