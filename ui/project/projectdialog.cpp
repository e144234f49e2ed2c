// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/project/projectdialog.h"

#include "ui/generate/budgetfield.h"
#include "ui/generate/generatedialog.h"
#include "ui/project/projectworker.h"
#include "ui/style/screenroom.h"
#include "ui/window/icons.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"
#include "widgets/plot/memoryplot.h"

#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

ProjectDialog::ProjectDialog(
    const QString& folder, std::optional<int> device, RememberedForms* forms, QWidget* parent)
    : QDialog(parent, Qt::Window) // no dialog, which systems keep above others
    , m_folder(folder)
    , m_device(device)
    , m_forms(forms)
    , m_thread(QStringLiteral("project"), new ProjectWorker(device))
    , m_model(new ProjectModel(this))
    , m_summary(new QLabel(this))
    , m_message(new QLabel(this))
    , m_table(new QTableView(this))
    , m_plot(new widgets::MemoryPlot(this))
    , m_budget(new BudgetField(this))
    , m_load(new QPushButton(icon(QStringLiteral("load")), tr("&Load All"), this))
    , m_run(new QPushButton(icon(QStringLiteral("run")), tr("Load, &Run, Unload in Turn"), this))
    , m_unload(new QPushButton(icon(QStringLiteral("unload")), tr("&Unload All"), this))
    , m_generate(new QPushButton(tr("&Generate a Picture…"), this))
    , m_cancel(new QPushButton(icon(QStringLiteral("stop")), tr("Ca&ncel"), this))
    , m_open(new QPushButton(icon(QStringLiteral("open")), tr("&Open the Selected Model"), this))
{
    setWindowTitle(tr("Project %1").arg(QDir(folder).dirName()));
    resizeOnScreen(*this, {980, 640});
    for (QLabel* label : {m_summary, m_message})
        label->setTextFormat(Qt::PlainText);
    makeView();
    connectWorker();
    connect(&m_job.timer(), &QTimer::timeout, this, &ProjectDialog::sample);
    m_thread.start();
    read(&ProjectWorker::open);
}

void ProjectDialog::read(Opening opening)
{
    request(tr("Reading the models…"), &ProjectDialog::readText,
        [folder = m_folder, opening](
            ProjectWorker& worker, const std::stop_token& stop) { (worker.*opening)(folder, stop); });
}

void ProjectDialog::readAgain()
{
    const auto& parts = m_model->parts();
    if (!m_job.isBusy() && std::ranges::none_of(parts, &ProjectPartInfo::isOnDevice))
        read(&ProjectWorker::openAgain);
}

ProjectDialog::~ProjectDialog()
{
    m_job.requestStop();
}

QString ProjectDialog::message() const
{
    return m_message->text();
}

void ProjectDialog::makeView()
{
    m_summary->setWordWrap(true);
    m_summary->setAccessibleName(tr("What the project needs"));
    m_message->setWordWrap(true);
    m_message->setAccessibleName(tr("State of the project"));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Parts of the project"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    widgets::fitRowsToFont(*m_table, 12);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(ProjectModel::Name, QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 2);
    layout->addWidget(m_plot, 3);
    m_plot->hide(); // until there is something to draw
    layout->addWidget(m_budget);
    layout->addWidget(m_message);
    layout->addWidget(makeButtons());
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ProjectDialog::updateButtons);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ProjectDialog::showProblem);
    connect(m_table, &QTableView::clicked, this, &ProjectDialog::showProblem); // it may be current already
    connect(m_table, &QTableView::doubleClicked, m_open, &QPushButton::click);
}

QWidget* ProjectDialog::makeButtons()
{
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QPushButton* button : {m_load, m_run, m_unload, m_cancel})
        layout->addWidget(button);
    layout->addStretch();
    layout->addWidget(m_generate);
    layout->addWidget(m_open);
    for (QPushButton* button : {m_load, m_run, m_unload, m_generate, m_cancel, m_open})
        button->setAutoDefault(false);
    m_run->setToolTip(
        tr("Only the largest part needs to fit: each is unloaded before the next one is loaded"));
    connect(m_load, &QPushButton::clicked, this, &ProjectDialog::loadAll);
    connect(m_run, &QPushButton::clicked, this, &ProjectDialog::runInTurn);
    connect(m_unload, &QPushButton::clicked, this, &ProjectDialog::unloadAll);
    connect(m_generate, &QPushButton::clicked, this, &ProjectDialog::openGenerate);
    connect(m_cancel, &QPushButton::clicked, this, &ProjectDialog::cancel);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (const ProjectPartInfo* part = selected())
            emit modelRequested(part->path);
    });
    return box;
}

void ProjectDialog::connectWorker()
{
    connect(m_thread.worker(), &ProjectWorker::opened, this, &ProjectDialog::showProject);
    connect(m_thread.worker(), &ProjectWorker::refreshed, this, &ProjectDialog::refresh);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this,
        &ProjectDialog::showSummary);
    connect(m_thread.worker(), &ProjectWorker::partChanged, m_model, &ProjectModel::setPart);
    connect(m_thread.worker(), &ProjectWorker::begun, this, &ProjectDialog::beginChart);
    connect(m_thread.worker(), &ProjectWorker::phaseBegun, this,
        [this](const QString& label, const QString& sentence, const JobMoment& moment) {
            m_plot->addPhase(moment.seconds, label);
            m_plot->addSamples(m_job.samplesOf(moment));
            m_message->setText(sentence);
        });
    connect(m_thread.worker(), &ProjectWorker::phaseAdvanced, m_message, &QLabel::setText);
    connect(m_thread.worker(), &ProjectWorker::finished, this, [this] { end((this->*m_done)(), true); });
    connect(m_thread.worker(), &ProjectWorker::reported, this, &ProjectDialog::reported);
    connect(m_thread.worker(), &ProjectWorker::failed, this, [this](const Problem& problem) {
        if (problem.kind != ErrorKind::Cancelled)
            emit reported(problem);
        end(problem.kind == ErrorKind::Cancelled ? tr("Cancelled.") : ProblemText::whole(problem), false);
    });
}

// One thing at a time: the buttons are off until it ends.
template <typename Call>
void ProjectDialog::request(const QString& what, Told told, Call&& call)
{
    if (!m_job.begin())
        return;
    m_done = told;
    m_message->setText(what);
    m_isDrawing = false;
    m_thread.post([stop = m_job.stopToken(), call = std::forward<Call>(call)](
                      ProjectWorker& worker) { call(worker, stop); });
    QWidget* focused = focusWidget();
    updateButtons();
    holdFocus(focused);
}

// What is switched off hands the focus to whatever comes next. The one button that is on has it meanwhile,
// and whoever goes elsewhere stays there.
void ProjectDialog::holdFocus(QWidget* focused)
{
    m_hadFocus = focused && !focused->isEnabled() ? focused : nullptr;
    if (m_hadFocus)
        m_cancel->setFocus();
}

void ProjectDialog::giveFocusBack(bool isHeld)
{
    if (isHeld && m_hadFocus)
        (m_hadFocus->isEnabled() ? m_hadFocus : m_load)->setFocus();
    m_hadFocus = nullptr;
}

// What is quick has a beginning and an end, and nothing between. To show the chart may take longer than the
// job: its times are the worker's.
void ProjectDialog::beginChart(const std::shared_ptr<const LoadClock>& clock, const MemorySnapshot& held)
{
    m_job.follow(clock);
    m_plot->clear();
    m_plot->resetZoom();
    m_plot->show();
    m_plot->addSample(PartsJob::sampleOf(held, 0));
    m_isDrawing = true;
}

// Where nothing is left to do the chart stays of what did it.
void ProjectDialog::loadAll()
{
    const auto& parts = m_model->parts();
    const uint64_t budget = m_budget->bytes();
    if (!m_job.isBusy() && std::ranges::any_of(parts, &ProjectPartInfo::isOnDevice)
        && std::ranges::none_of(parts, [&](const ProjectPartInfo& part) { return part.isToLoad(budget); })) {
        tell(loadedText());
        emit ended(true);
        return;
    }
    request(tr("Loading…"), &ProjectDialog::loadedText,
        [budget](ProjectWorker& worker, const std::stop_token& stop) { worker.loadAll(budget, stop); });
}

void ProjectDialog::runInTurn()
{
    request(tr("Loading…"), &ProjectDialog::ranText,
        [budget = m_budget->bytes()](
            ProjectWorker& worker, const std::stop_token& stop) { worker.runInTurn(budget, stop); });
}

void ProjectDialog::setBudget(uint64_t bytes)
{
    m_budget->setBytes(bytes);
}

void ProjectDialog::unloadAll()
{
    request(tr("Unloading…"), &ProjectDialog::unloadedText,
        [](ProjectWorker& worker, const std::stop_token&) { worker.unloadAll(); });
}

void ProjectDialog::openGenerate()
{
    if (m_job.isBusy() || !m_project || !m_project->isPipeline || obstacle())
        return;
    if (std::ranges::any_of(m_model->parts(), &ProjectPartInfo::isOnDevice))
        unloadAll();
    auto* dialog = new GenerateDialog({m_project->folder}, m_device, m_forms, this);
    connect(dialog, &GenerateDialog::reported, this, &ProjectDialog::reported);
    dialog->show();
}

void ProjectDialog::reject()
{
    if (GenerateDialog::mayGoWith(*this))
        QDialog::reject();
}

void ProjectDialog::cancel()
{
    m_job.requestStop();
}

void ProjectDialog::showProject(const std::shared_ptr<const ProjectInfo>& project)
{
    m_project = project;
    m_plot->clear(); // of other files
    m_plot->hide();
    m_model->setParts(project->parts);
    m_table->selectRow(0);
    proposeBudget();
    showSummary();
}

// What is selected, and what was measured, stays.
void ProjectDialog::refresh(const std::shared_ptr<const ProjectInfo>& project)
{
    m_project = project;
    for (int i = 0; i < static_cast<int>(project->parts.size()); ++i)
        m_model->setPart(i, project->parts[static_cast<size_t>(i)]);
    proposeBudget();
    showSummary();
}

void ProjectDialog::proposeBudget()
{
    qint64 largest = 0;
    for (const ProjectPartInfo& part : m_project->parts)
        largest = std::max(largest, part.weightBytes);
    m_budget->propose(static_cast<uint64_t>(largest), m_project->leastBudgetBytes());
}

void ProjectDialog::showSummary()
{
    if (!m_project)
        return;
    const int unusable = unusableCount();
    QString text =
        tr("%1: %Ln part(s) on %2. All together they need %3 of device memory, one by one %4; %5 "
           "are free.",
            nullptr, static_cast<int>(m_project->parts.size()))
            .arg(m_project->layout, m_project->device, widgets::formatBytes(m_project->togetherBytes()),
                widgets::formatBytes(m_project->oneByOneBytes()), widgets::formatBytes(m_project->freeBytes));
    if (unusable > 0)
        text += QLatin1Char(' ') + tr("%Ln of them cannot be used and are not counted.", nullptr, unusable);
    m_summary->setText(text);
}

void ProjectDialog::end(const QString& message, bool isOk)
{
    sample();
    holdLast();
    m_job.end();
    m_isDrawing = false;
    tell(message);
    const bool isFocusHeld = focusWidget() == m_cancel;
    updateButtons();
    giveFocusBack(isFocusHeld);
    emit ended(isOk);
}

void ProjectDialog::sample()
{
    if (!m_project || !m_isDrawing)
        return;
    m_plot->addSamples(m_job.samples(*m_project->meter));
}

// What is held at the end stays so, and is seen.
void ProjectDialog::holdLast()
{
    if (!m_isDrawing || m_plot->samples().empty())
        return;
    widgets::MemorySample last = m_plot->samples().back();
    last.seconds += PartsJob::widthOfEnd(last.seconds);
    m_plot->addSample(last);
}

void ProjectDialog::updateButtons()
{
    const auto& parts = m_model->parts();
    const auto isUsable = [](const ProjectPartInfo& part) { return part.state != PartState::Unusable; };
    const bool canWork = !m_job.isBusy() && std::any_of(parts.begin(), parts.end(), isUsable);
    m_budget->setEnabled(canWork);
    m_load->setEnabled(canWork);
    m_run->setEnabled(canWork);
    m_unload->setEnabled(canWork && std::ranges::any_of(parts, &ProjectPartInfo::isOnDevice));
    m_cancel->setEnabled(m_job.isBusy());
    m_generate->setVisible(m_project && m_project->isPipeline);
    const ProjectPartInfo* lacking = obstacle();
    m_generate->setEnabled(!m_job.isBusy() && !lacking);
    m_generate->setToolTip(lacking ? widgets::plainToolTip(problemText(*lacking)) : QString());
    const ProjectPartInfo* part = selected();
    const bool canOpen = part && part->isReadable;
    m_open->setEnabled(canOpen);
    m_open->setToolTip(part && !canOpen ? widgets::plainToolTip(problemText(*part)) : QString());
}

} // namespace weightless::ui
