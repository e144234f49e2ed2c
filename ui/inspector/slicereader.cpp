// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/slicereader.h"

#include "engine/base/error.h"
#include "ui/text/text.h"
#include "widgets/progressgate.h"

namespace weightless::ui {

SliceReader::SliceReader(QObject* parent)
    : QObject(parent)
    , m_jobs([this](const Job& job, uint64_t number, const auto& stops) { work(job, number, stops.job); })
{
}

void SliceReader::read(const TensorValues& tensor, std::vector<SliceRequest> slices, Of elements)
{
    m_jobs.post({tensor, std::move(slices), elements});
}

void SliceReader::work(const Job& job, uint64_t number, const std::stop_token& stop)
{
    widgets::ProgressGate gate;
    const auto report = [&](uint64_t done, uint64_t total) {
        if (!gate.opens())
            return;
        const double fraction = static_cast<double>(done) / static_cast<double>(total);
        m_jobs.deliver(this, number, [this, fraction] { emit advanced(fraction); });
    };
    try {
        if (!m_reader || m_reader->tensor().constant != job.tensor.constant || job.tensor.values)
            m_reader = std::make_unique<TensorReader>(job.tensor);
        for (size_t i = 0; i < job.slices.size() && !stop.stop_requested(); ++i) {
            auto slice = std::make_shared<const HostTensor>(job.elements == Of::All
                    ? readExtremes(*m_reader, job.slices[i], stop, report)
                    : readSlice(*m_reader, job.slices[i], stop, report));
            QMetaObject::invokeMethod(
                this,
                [this, number, i, slice] {
                    if (m_jobs.isNewest(number))
                        emit sliceRead(static_cast<int>(i), slice);
                },
                Qt::QueuedConnection);
        }
    } catch (...) {
        m_reader.reset();
        const QString message = fromUtf8(currentError().message());
        QMetaObject::invokeMethod(
            this,
            [this, number, message] {
                if (m_jobs.isNewest(number))
                    emit failed(message);
            },
            Qt::QueuedConnection);
    }
}

} // namespace weightless::ui
