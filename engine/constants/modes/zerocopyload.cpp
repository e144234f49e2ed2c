// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/import/importedfile.h"
#include "engine/constants/loaders/externalload.h"
#include "engine/constants/modes/loadstrategy.h"
#include "engine/constants/sharedconstants.h"
#include "engine/constants/transfer/devicewriter.h"

#include <algorithm>
#include <map>

namespace weightless {

namespace {

class ZeroCopyLoad final : public LoadStrategy {
public:
    explicit ZeroCopyLoad(const LoadSite& site)
        : m_site(site)
        , m_pending(loadableConstants(*site.store, site.options.order))
        , m_shared(site.cache, site.options)
        , m_isProtected(FileMapping::protectThreads())
        , m_total(m_pending.size())
        , m_external(site, m_pending)
    {
    }

    bool step(const std::stop_token& stop, LoadReport& report) override
    {
        if (remaining() == 0) {
            return false;
        }
        const bool isLast = remaining() == 1;
        if (m_next < m_pending.size()) {
            if (stop.stop_requested()) {
                throw Error(ErrorKind::Cancelled, "Loading was cancelled");
            }
            const size_t index = m_pending[m_next];
            m_current = index;
            Brought brought = bring(m_site.store->info(index), stop);
            set(index, std::move(brought), isLast, report);
            ++m_next;
        } else {
            bringExternal(isLast, stop, report);
        }
        return remaining() > 0;
    }

    void describe(LoadProgress& progress) const override
    {
        progress.phase = "setting";
        progress.phaseFraction =
            m_total == 0 ? 1.0 : static_cast<double>(m_total - remaining()) / static_cast<double>(m_total);
        progress.currentConstant = m_current;
    }

private:
    struct Brought {
        std::shared_ptr<const ConstantStorage> storage;
        LoadPath path = LoadPath::Imported;
    };

    [[nodiscard]] size_t remaining() const { return m_pending.size() - m_next + m_external.remaining(); }

    std::optional<ConstantStorage> import(const ConstantInfo& constant)
    {
        if (!canImport(constant) || !m_isProtected) {
            return std::nullopt;
        }
        const auto& range = std::get<FileRange>(constant.source.range);
        auto found = m_files.find(range.file);
        if (found == m_files.end() && m_files.size() == maxImportedFiles) {
            return std::nullopt;
        }
        if (found == m_files.end()) {
            ImportedFile file(m_site.device, *range.file, importableRanges(range.file));
            found = m_files.emplace(range.file, std::move(file)).first;
        }
        return found->second.storageOf(range);
    }

    [[nodiscard]] std::vector<ByteRange> importableRanges(
        const std::shared_ptr<const FileReference>& file) const
    {
        std::vector<ByteRange> ranges;
        for (const size_t index : m_pending) {
            const ConstantInfo& constant = m_site.store->info(index);
            const auto* range = std::get_if<FileRange>(&constant.source.range);
            if (range != nullptr && range->file == file && canImport(constant)) {
                ranges.push_back({range->offsetBytes, range->offsetBytes + range->lengthBytes});
            }
        }
        return ranges;
    }

    Brought bring(const ConstantInfo& constant, const std::stop_token& stop)
    {
        if (auto shared = m_shared.find(constant, true)) {
            return {std::move(shared), LoadPath::Shared};
        }
        if (auto storage = import(constant)) {
            return {m_shared.keep(constant, std::move(*storage), LoadPath::Imported), LoadPath::Imported};
        }
        refuseIfForced(constant);
        if (auto shared = m_shared.find(constant, false)) {
            return {std::move(shared), LoadPath::Shared};
        }
        DeviceWriter::Written written = writer().write(constant, stop);
        return {m_shared.keep(constant, {std::move(written.range), nullptr}, written.path), written.path};
    }

    void bringExternal(bool isLast, const std::stop_token& stop, LoadReport& report)
    {
        refuseIfForced(m_site.store->info(m_external.constants().front()));
        const auto brought = m_external.step(
            [this](size_t constant) { return writer().destinationFor(m_site.store->info(constant)); }, stop);
        if (!brought) {
            return;
        }
        m_current = brought->constant;
        report.bytesByLoader[brought->loader] += m_site.store->info(brought->constant).sizeBytes;
        DeviceWriter::Written written = static_cast<DeviceDestination&>(*brought->destination).written();
        auto storage = std::make_shared<const ConstantStorage>(ConstantStorage {std::move(written.range)});
        set(brought->constant, {std::move(storage), written.path}, isLast, report);
    }

    void set(size_t index, Brought brought, bool isLast, LoadReport& report)
    {
        if (isLast) {
            finish();
        }
        if (m_writer) {
            m_writer->noteStaging(report);
        }
        m_site.store->set(index, std::move(brought.storage));
        report.bytesByPath[static_cast<size_t>(brought.path)] += m_site.store->info(index).sizeBytes;
        ++report.constantCount;
    }

    // A graph may be dispatched as soon as its last constant is set.
    void finish()
    {
        if (m_writer) {
            m_writer->finish();
            m_shared.publish();
        }
        std::ignore = m_site.store->unchangedMappings();
    }

    void refuseIfForced(const ConstantInfo& constant) const
    {
        if (m_site.options.forcedPath == LoadPath::Imported) {
            throw Error(ErrorKind::Unsupported,
                "Constant '" + constant.name + "' cannot be imported from "
                    + weightless::describe(constant.source)
                    + " (misaligned, encoded, refused by the driver, or no file of this machine), and the"
                      " path 'imported' is forced");
        }
    }

    DeviceWriter& writer()
    {
        if (!m_writer) {
            m_writer = std::make_unique<DeviceWriter>(m_site, bytesToCopy());
        }
        return *m_writer;
    }

    // What is left that will not be imported, as far as the sources tell.
    [[nodiscard]] uint64_t bytesToCopy() const
    {
        std::vector<size_t> copied(m_pending.begin() + static_cast<std::ptrdiff_t>(m_next), m_pending.end());
        std::erase_if(copied, [this](size_t index) { return canImport(m_site.store->info(index)); });
        return arenaBytesOf(*m_site.store, m_external.constants())
            + arenaBytesOf(*m_site.store, m_shared.toCopy(*m_site.store, copied));
    }

    LoadSite m_site;
    std::vector<size_t> m_pending;
    SharedConstants m_shared;
    bool m_isProtected; // a driver's thread that reads a page of a truncated file does not end the process
    size_t m_next = 0;
    std::optional<size_t> m_current;
    std::map<std::shared_ptr<const FileReference>, ImportedFile> m_files;
    std::unique_ptr<DeviceWriter> m_writer;
    size_t m_total;
    ExternalLoad m_external; // last: it uses the writer, and takes its share of m_pending
};

} // namespace

std::unique_ptr<LoadStrategy> makeZeroCopyLoad(const LoadSite& site)
{
    return std::make_unique<ZeroCopyLoad>(site);
}

} // namespace weightless
