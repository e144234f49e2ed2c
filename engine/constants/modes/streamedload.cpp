// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/externalload.h"
#include "engine/constants/modes/loadstrategy.h"
#include "engine/constants/sharedconstants.h"
#include "engine/constants/transfer/devicewriter.h"

namespace weightless {

namespace {

class StreamedLoad final : public LoadStrategy {
public:
    explicit StreamedLoad(const LoadSite& site)
        : m_store(site.store)
        , m_pending(loadableConstants(*site.store, site.options.order))
        , m_shared(site.cache, site.options)
        , m_writer(site, arenaBytesOf(*site.store, m_shared.toCopy(*site.store, m_pending)))
        , m_total(m_pending.size())
        , m_external(site, m_pending)
    {
    }

    bool step(const std::stop_token& stop, LoadReport& report) override
    {
        if (remaining() == 0) {
            return false;
        }
        if (m_next < m_pending.size()) {
            const size_t index = m_pending[m_next];
            m_current = index;
            if (auto shared = m_shared.find(m_store->info(index), false)) {
                set(index, std::move(shared), LoadPath::Shared, remaining() == 1, report);
            } else {
                setWritten(index, m_writer.write(m_store->info(index), stop), remaining() == 1, report);
            }
            ++m_next;
        } else {
            const bool isLast = remaining() == 1;
            const auto brought = m_external.step(
                [this](size_t constant) { return m_writer.destinationFor(m_store->info(constant)); }, stop);
            if (!brought) {
                return true;
            }
            m_current = brought->constant;
            report.bytesByLoader[brought->loader] += m_store->info(brought->constant).sizeBytes;
            setWritten(brought->constant, static_cast<DeviceDestination&>(*brought->destination).written(),
                isLast, report);
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
    [[nodiscard]] size_t remaining() const { return m_pending.size() - m_next + m_external.remaining(); }

    void setWritten(size_t index, DeviceWriter::Written written, bool isLast, LoadReport& report)
    {
        auto storage = m_shared.keep(m_store->info(index), {std::move(written.range), nullptr}, written.path);
        set(index, std::move(storage), written.path, isLast, report);
    }

    void set(size_t index, std::shared_ptr<const ConstantStorage> storage, LoadPath path, bool isLast,
        LoadReport& report)
    {
        if (isLast) {
            m_writer.finish(); // a graph may be dispatched as soon as its last constant is set
            m_shared.publish();
        }
        m_writer.noteStaging(report);
        m_store->set(index, std::move(storage));
        report.bytesByPath[static_cast<size_t>(path)] += m_store->info(index).sizeBytes;
        ++report.constantCount;
    }

    std::shared_ptr<ConstantStore> m_store;
    std::vector<size_t> m_pending;
    size_t m_next = 0;
    std::optional<size_t> m_current;
    SharedConstants m_shared;
    DeviceWriter m_writer;
    size_t m_total;
    ExternalLoad m_external; // last: it uses the writer, and takes its share of m_pending
};

} // namespace

std::unique_ptr<LoadStrategy> makeStreamedLoad(const LoadSite& site)
{
    return std::make_unique<StreamedLoad>(site);
}

} // namespace weightless
