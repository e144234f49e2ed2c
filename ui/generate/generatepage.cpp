// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generatepage.h"

#include "engine/diffusion/pipeline/parameters.h"
#include "ui/generate/generateform.h"
#include "ui/generate/generateworker.h"
#include "ui/generate/rememberedforms.h"
#include "ui/generate/waysarea.h"
#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "widgets/formatbytes.h"
#include "widgets/plot/memoryplot.h"
#include "widgets/wheelguard.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

namespace weightless::ui {

namespace {

// Fields scroll downwards where that is needed, not sideways.
class FormArea : public QScrollArea {
public:
    FormArea(QWidget* form, QWidget* parent)
        : QScrollArea(parent)
    {
        setWidget(form);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        widgets::WheelGuard::guardFieldsOf(*form);
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            QScrollArea::minimumSizeHint().height()};
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return QScrollArea::sizeHint().expandedTo(minimumSizeHint());
    }
};

// Gives its height to the chart below it, which wants to be as high as elsewhere, while there is too little.
class YieldingSplitter : public QSplitter {
public:
    using QSplitter::QSplitter;
    [[nodiscard]] QSize sizeHint() const override
    {
        return {QSplitter::sizeHint().width(), minimumSizeHint().height()};
    }
};

// The buttons below stay on a small screen.
constexpr int leastChartHeight = 120;

} // namespace

GeneratePage::GeneratePage(
    const PipelinePlace& place, std::optional<int> device, RememberedForms* remembered, QWidget* parent)
    : QWidget(parent)
    , m_place(place)
    , m_remembered(remembered)
    , m_thread(QStringLiteral("generate"), new GenerateWorker(device))
    , m_form(new GenerateForm(this))
    , m_pictures(new MadePictures(this))
    , m_summaryLabel(new QLabel(this))
    , m_plot(new widgets::MemoryPlot(this)) // Tab goes in this order
    , m_waysArea(new WaysArea(tr("Memory of each way of loading"), this))
    , m_message(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_generate(new QPushButton(icon(QStringLiteral("run")), tr("Gene&rate"), this))
    , m_compare(new QPushButton(tr("Co&mpare Ways"), this))
    , m_cancel(new QPushButton(icon(QStringLiteral("stop")), tr("Ca&ncel"), this))
    , m_save(new QPushButton(icon(QStringLiteral("save")), tr("Sa&ve Picture…"), this))
    , m_saveReport(new QPushButton(tr("Save Rep&ort…"), this))
{
    makeView();
    connectWorker();
    connect(&m_job.timer(), &QTimer::timeout, this, &GeneratePage::sample);
    m_thread.start();
    request(tr("Reading the folder…"),
        [place](GenerateWorker& worker, const std::stop_token& stop) { worker.open(place, stop); });
}

GeneratePage::~GeneratePage()
{
    keepChoices();
    m_job.requestStop();
}

const MemoryMeter* GeneratePage::meter() const
{
    return m_info ? m_info->meter.get() : nullptr;
}

QString GeneratePage::message() const
{
    return m_message->text();
}

QString GeneratePage::headline() const
{
    return m_ways.headline();
}

int GeneratePage::unsavedPictures() const
{
    return m_pictures->unsavedCount();
}

QImage GeneratePage::picture() const
{
    const MadePictures::Made* shown = m_pictures->current();
    return shown ? shown->picture : QImage();
}

void GeneratePage::makeView()
{
    for (QLabel* const label : {m_summaryLabel, m_message}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_summaryLabel->setAccessibleName(tr("The folder"));
    m_message->setAccessibleName(tr("State of the picture"));
    m_progress->setAccessibleName(tr("Progress of the picture"));
    m_progress->setTextVisible(false);
    auto* scroll = new FormArea(m_form, this);
    auto* upper = new YieldingSplitter(Qt::Horizontal, this);
    upper->addWidget(scroll);
    upper->addWidget(m_pictures);
    upper->setStretchFactor(0, 2);
    upper->setStretchFactor(1, 3);
    upper->setChildrenCollapsible(false);
    auto* whole = new QSplitter(Qt::Vertical, this);
    whole->addWidget(upper);
    m_plot->setExtent(widgets::MemoryPlot::Extent::Everything);
    m_plot->setLeastChartHeight(leastChartHeight);
    whole->addWidget(m_plot);
    m_plot->hide(); // until there is something to draw
    whole->setStretchFactor(0, 3);
    whole->setStretchFactor(1, 2);
    whole->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_summaryLabel);
    layout->addWidget(whole, 1);
    layout->addWidget(m_waysArea);
    layout->addWidget(m_message);
    layout->addWidget(m_progress);
    layout->addWidget(makeButtons());
}

QWidget* GeneratePage::makeButtons()
{
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QPushButton* const button : {m_generate, m_compare, m_cancel})
        layout->addWidget(button);
    layout->addStretch();
    layout->addWidget(m_save);
    layout->addWidget(m_saveReport);
    m_generate->setDefault(true);
    m_compare->setToolTip(
        tr("Make the same picture with every way of loading, each from nothing, and lay the "
           "memory curves over each other"));
    connect(m_generate, &QPushButton::clicked, this, &GeneratePage::generate);
    connect(m_compare, &QPushButton::clicked, this, &GeneratePage::compareWays);
    connect(m_cancel, &QPushButton::clicked, this, &GeneratePage::cancel);
    connect(m_save, &QPushButton::clicked, this, [this] { savePicture(); });
    connect(m_saveReport, &QPushButton::clicked, this, [this] { saveReport(); });
    return box;
}

void GeneratePage::connectWorker()
{
    connect(m_thread.worker(), &GenerateWorker::opened, this, &GeneratePage::showInfo);
    connect(
        &widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &GeneratePage::showSizes);
    connect(m_thread.worker(), &GenerateWorker::begun, this,
        [this](const std::shared_ptr<const LoadClock>& clock, const MemorySnapshot& held) {
            m_job.follow(clock);
            m_plot->addSample(PartsJob::sampleOf(held, 0)); // by now it may be more
            m_isDrawing = true;
        });
    connect(
        m_thread.worker(), &GenerateWorker::phaseBegun, this, [this](const QString& label, double seconds) {
            m_plot->addPhase(seconds, label);
            m_message->setText(label);
        });
    connect(m_thread.worker(), &GenerateWorker::kernelsAdvanced, this, [this](int done, int count) {
        m_message->setText(tr("Compiling kernels, %1 of %2…").arg(done).arg(count));
    });
    connect(m_thread.worker(), &GenerateWorker::stepBegun, this, &GeneratePage::showStep);
    connect(m_thread.worker(), &GenerateWorker::previewMade, m_pictures, &MadePictures::showPreview);
    connect(m_thread.worker(), &GenerateWorker::pictureMade, this, &GeneratePage::showPicture);
    connect(m_thread.worker(), &GenerateWorker::generated, this, &GeneratePage::keepRun);
    connect(m_thread.worker(), &GenerateWorker::finished, this, [this] {
        const bool hasMade = m_isGenerating;
        end(doneText());
        m_progress->setValue(hasMade ? 1 : 0);
        startNext();
    });
    connect(m_thread.worker(), &GenerateWorker::reported, this, &GeneratePage::reported);
    connect(m_thread.worker(), &GenerateWorker::failed, this, [this](const Problem& problem) {
        m_queue.clear();
        if (m_isGenerating)
            forgetCurve();
        if (problem.kind != ErrorKind::Cancelled)
            emit reported(problem);
        end(problem.kind == ErrorKind::Cancelled ? tr("Cancelled.") : ProblemText::whole(problem));
    });
}

// One thing at a time: the buttons are off until it ends.
void GeneratePage::request(const QString& what, std::function<Job> call)
{
    if (!m_job.begin())
        return;
    m_message->setText(what);
    m_progress->setRange(0, 0);
    m_thread.post(
        [stop = m_job.stopToken(), call = std::move(call)](GenerateWorker& worker) { call(worker, stop); });
    updateButtons();
}

void GeneratePage::showInfo(const std::shared_ptr<const PipelineInfo>& info)
{
    m_info = info;
    m_form->setInfo(info);
    if (auto last = m_remembered ? m_remembered->of(m_place, info->defaults) : std::nullopt) {
        // What is in the folder may be another model by now.
        last->width = info->fixedWidth.value_or(static_cast<int>(last->width));
        last->height = info->fixedHeight.value_or(static_cast<int>(last->height));
        m_form->setRequest(*last);
    }
    m_kept = m_form->choices();
    showSizes();
    // The form is there to be filled from now on, and the keyboard is with nothing else.
    QMetaObject::invokeMethod(
        m_form,
        [this] {
            if (!window()->focusWidget() || !isAncestorOf(window()->focusWidget()))
                m_form->setFocus();
        },
        Qt::QueuedConnection);
}

void GeneratePage::showSizes()
{
    if (!m_info)
        return;
    QString text = tr("%1 on %2; its models weigh %3.")
                       .arg(m_place.name(), m_info->device, widgets::formatBytes(m_info->modelBytes));
    if (!m_info->notes.isEmpty())
        text += QLatin1Char('\n') + m_info->notes;
    m_summaryLabel->setText(text);
    m_waysArea->setWays(m_ways);
}

void GeneratePage::showStep(qint64 picture, qint64 done, qint64 total)
{
    m_progress->setRange(0, static_cast<int>(total * m_request.count));
    m_progress->setValue(static_cast<int>(picture * total + done));
    if (done == total)
        return;
    const qint64 step = diffusion::stepOf(done, total, m_request.steps);
    QString text = m_request.count > 1 ? tr("Picture %1 of %2: step %3 of %4")
                                             .arg(picture + 1)
                                             .arg(m_request.count)
                                             .arg(step)
                                             .arg(m_request.steps)
                                       : tr("Step %1 of %2").arg(step).arg(m_request.steps);
    if (done <= 1)
        m_stepClock.start(); // the first step computes what is kept
    if (done > 1) {
        const double perStep =
            static_cast<double>(m_stepClock.elapsed()) / 1000 / static_cast<double>(done - 1);
        text = tr("%1, about %2 left").arg(text, durationText(perStep * static_cast<double>(total - done)));
    }
    m_message->setText(text);
}

void GeneratePage::showPicture(const QImage& picture, quint64 seed)
{
    m_summary.reset(); // of a run whose pictures are gone
    m_made.lost += m_pictures->add({.picture = picture,
        .prompt = fromUtf8(m_request.prompt),
        .seed = seed,
        .parameters = fromUtf8(parametersText(m_request, seed, toUtf8(m_place.name())))});
}

void GeneratePage::end(const QString& message)
{
    sample();
    m_job.end();
    m_isGenerating = false;
    m_pictures->endRun();
    m_progress->setRange(0, 1);
    m_progress->setValue(0);
    m_message->setText(m_made.lost == 0
            ? message
            : tr("%1 %Ln picture(s) that were in no file had to make room.", nullptr, m_made.lost)
                  .arg(message));
    updateButtons();
}

void GeneratePage::sample()
{
    if (!m_info || !m_isGenerating || !m_isDrawing)
        return;
    m_plot->addSamples(m_job.samples(*m_info->meter));
}

void GeneratePage::updateButtons()
{
    const bool canWork = m_info && !m_job.isBusy();
    m_generate->setEnabled(canWork);
    m_compare->setEnabled(canWork);
    m_form->setEnabled(!m_job.isBusy());
    m_cancel->setEnabled(m_job.isBusy());
    m_save->setEnabled(!m_job.isBusy() && m_pictures->current() != nullptr);
    m_saveReport->setEnabled(!m_job.isBusy() && m_summary != nullptr);
}

} // namespace weightless::ui
