// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runpage.h"

#include "engine/session/inputshapes.h"
#include "ui/models/inputmodel.h"
#include "ui/models/outputmodel.h"
#include "ui/run/freedimensionseditor.h"
#include "ui/run/inputdrops.h"
#include "ui/run/inputfiles.h"
#include "ui/run/inputpreview.h"
#include "ui/run/inputtable.h"
#include "ui/run/outputreferences.h"
#include "ui/run/testdatabar.h"
#include "ui/text/loadtext.h"
#include "ui/text/text.h"
#include "widgets/formatduration.h"

#include <QCheckBox>
#include <QEvent>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace weightless::ui {

RunPage::RunPage(EngineController& controller, RememberedRuns& remembered, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_remembered(remembered)
    , m_inputs(new InputModel(this))
    , m_outputs(new OutputModel(this))
    , m_references(new OutputReferences(controller, *m_inputs, *m_outputs, this))
    , m_files(new InputFiles(this))
    , m_inputTable(new InputTable(*m_inputs, this))
    , m_preview(new InputPreview(this))
    , m_dimensionsBox(new QGroupBox(tr("Sizes for this run"), this))
    , m_dimensions(new FreeDimensionsEditor(this))
    , m_repeat(new QSpinBox(this))
    , m_profile(new QCheckBox(tr("Profile"), this))
    , m_reason(new QLabel(this))
{
    auto* dimensionsLayout = new QVBoxLayout(m_dimensionsBox);
    dimensionsLayout->setContentsMargins(8, 8, 8, 8);
    m_reason->setTextFormat(Qt::PlainText);
    dimensionsLayout->addWidget(m_dimensions);
    m_dimensionsBox->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->addWidget(m_inputTable, 100); // as high as its rows, as long as there is room
    layout->addWidget(new TestDataBar(*m_references, this));
    layout->addWidget(m_preview);
    layout->addWidget(m_dimensionsBox);
    layout->addWidget(makeOptions());
    layout->addWidget(m_reason);
    layout->addStretch(1);
    new InputDrops(*this, *m_inputTable, *m_inputs);
    connectController();
    updateState();
}

// The chosen picture; of several inputs the one of the current row, or the first.
void RunPage::showPreview()
{
    QString path;
    for (int row = m_inputs->rowCount(); row-- > 0;) {
        const InputSource& source = m_inputs->source(row);
        const bool isChosen = path.isEmpty() || row == m_inputTable->currentIndex().row() || row == 0;
        if (source.kind == InputKind::Image && !source.path.empty() && isChosen)
            path = fromPath(source.path);
    }
    m_preview->setFile(path);
}

QWidget* RunPage::makeOptions()
{
    m_repeat->setRange(1, 10'000);
    m_repeat->setAccessibleName(tr("How often to run"));
    m_profile->setChecked(true);
    m_profile->setAccessibleName(tr("Measure every step of the last run"));
    m_reason->setWordWrap(true);
    m_reason->setAccessibleName(tr("State of the run"));
    auto* box = new QWidget(this);
    auto* repeatLabel = new QLabel(tr("Times:"), box);
    repeatLabel->setBuddy(m_repeat);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : {static_cast<QWidget*>(repeatLabel), static_cast<QWidget*>(m_repeat),
             static_cast<QWidget*>(m_profile)})
        layout->addWidget(widget);
    layout->addStretch();
    return box;
}

void RunPage::connectController()
{
    connect(&m_controller, &EngineController::stateChanged, this, &RunPage::updateState);
    connect(&m_controller, &EngineController::graphBuilt, this, &RunPage::showGraph);
    connect(&m_controller, &EngineController::modelClosed, this, &RunPage::onModelClosed);
    connect(&m_controller, &EngineController::modelOpened, this, &RunPage::onModelOpened);
    connect(&m_controller, &EngineController::runFinished, this, [this] {
        m_shown = m_asked;
        updateState();
    });
    connect(&m_controller, &EngineController::runStarted, this, [this] {
        m_hasFailed = false;
        m_progress.begin();
        m_seconds.start();
        showProgress();
    });
    connect(&m_controller, &EngineController::reported, this, [this](const Problem& problem) {
        if (problem.task == Task::Run)
            m_wasStopped = problem.kind == ErrorKind::Cancelled;
    });
    connect(&m_controller, &EngineController::runFailed, this, [this] {
        m_hasFailed = true;
        updateState();
    });
    connect(&m_controller, &EngineController::unloaded, this, [this] {
        m_hasFailed = false;
        updateState();
    });
    connect(&m_controller, &EngineController::kernelsAdvanced, this, [this](int done, int total) {
        m_progress.noteKernels(done, total);
        showProgress();
    });
    connect(&m_controller, &EngineController::runAdvanced, this, [this](int done, int total) {
        m_progress.noteRepetition(done, total);
        showProgress();
    });
    m_seconds.setInterval(1000);
    connect(&m_seconds, &QTimer::timeout, this, &RunPage::showProgress);
    connect(m_dimensions, &FreeDimensionsEditor::edited, this, &RunPage::onSizesEdited);
    connect(m_inputs, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) {
            if (first.column() > InputModel::Value || last.column() < InputModel::Source)
                return;
            withdraw(); // it was asked for with what was chosen before
            readFiles();
        });
    connect(m_inputs, &QAbstractItemModel::modelReset, this, &RunPage::readFiles);
    connect(m_files, &InputFiles::wereRead, this, &RunPage::takeFiles);
    connect(m_inputs, &QAbstractItemModel::dataChanged, this, &RunPage::updateState);
    connect(m_inputTable, &InputTable::editingChanged, this, &RunPage::readinessChanged);
    connect(m_inputs, &QAbstractItemModel::dataChanged, this, &RunPage::showPreview);
    connect(m_inputs, &QAbstractItemModel::modelReset, this, &RunPage::showPreview);
}

void RunPage::showProgress()
{
    if (m_controller.state() == EngineState::Running)
        m_reason->setText(m_progress.text(LoadText::state(m_controller)));
    else
        m_seconds.stop();
}

void RunPage::onSizesEdited()
{
    showShapes();
    std::map<std::string, int64_t> ofTensors = m_files->sizes(declaredInputs(), m_inputs->sources());
    for (const auto& [symbol, size] : m_dimensions->chosen()) {
        if (!m_dimensions->isGiven(symbol))
            ofTensors.erase(symbol); // one that was typed stays until files are read again
    }
    giveSizesOfFiles(std::move(ofTensors));
}

// As on the command line, files decide the sizes that the model leaves free, texts and pictures those that
// nobody else has decided. False: pictures are read anew, as what was decided has made a side follow them.
bool RunPage::giveSizesOfFiles(std::map<std::string, int64_t> ofTensors)
{
    auto ofPictures = m_files->followingSizes(declaredInputs(), m_inputs->sources(), decidedSizes());
    if (ofPictures)
        ofTensors.merge(*ofPictures);
    giveSizes(ofTensors);
    if (!ofPictures)
        readFiles();
    return ofPictures.has_value();
}

void RunPage::giveSizes(const std::map<std::string, int64_t>& sizes)
{
    if (m_dimensions->giveValues(sizes))
        showShapes();
}

// Those that no picture changes: of tensors in files, chosen for the plan, or chosen for this run.
std::map<std::string, int64_t> RunPage::decidedSizes() const
{
    std::map<std::string, int64_t> decided = m_files->sizes(declaredInputs(), m_inputs->sources());
    for (const auto& earlier : {m_dimensions->chosen(), m_chosenForPlan})
        decided.insert(earlier.begin(), earlier.end());
    return decided;
}

void RunPage::showShapes()
{
    if (!m_controller.document())
        return;
    m_inputs->setShapes(inputShapes(m_controller.document()->model, m_dimensions->values()));
    m_outputs->setShapes(outputShapes());
    emit readinessChanged();
}

bool RunPage::hasOtherSizes() const
{
    const BuiltGraphPtr& graph = m_controller.graph();
    return graph && std::ranges::any_of(m_dimensions->values(), [&graph](const auto& chosen) {
        const auto planned = graph->freeDimensions.find(chosen.first);
        return planned != graph->freeDimensions.end() && planned->second != chosen.second;
    });
}

std::vector<std::optional<SymbolicShape>> RunPage::outputShapes() const
{
    if (!hasOtherSizes())
        return {};
    const std::vector<ValueInfo>& declared = m_controller.document()->model.graph.outputs;
    const BuiltGraphPtr& graph = m_controller.graph();
    std::vector<std::optional<SymbolicShape>> shapes;
    for (const GraphPort& output : graph->outputs) {
        const auto found = std::ranges::find(declared, output.name, &ValueInfo::name);
        shapes.push_back(found == declared.end() ? std::nullopt
                                                 : outputShape(*found, output.descriptor.shape,
                                                     graph->freeDimensions, m_dimensions->values()));
    }
    return shapes;
}

void RunPage::readFiles()
{
    m_files->read(declaredInputs(), m_inputs->sources(), decidedSizes());
    if (!m_files->isReading()) // none is chosen, which says nothing any longer
        giveSizesOfFiles({});
}

const std::vector<ValueInfo>& RunPage::declaredInputs() const
{
    static const std::vector<ValueInfo> none;
    const ModelDocumentPtr& document = m_controller.document();
    return document ? document->model.graph.inputs : none;
}

void RunPage::takeFiles()
{
    if (!giveSizesOfFiles(m_files->sizes(declaredInputs(), m_inputs->sources())))
        return;
    const bool runs = std::exchange(m_runsOnceRead, false);
    updateState();
    if (runs && obstacle().isEmpty()) // which the files may be
        run();
    else if (runs)
        emit dispatchRefused();
}

// Whoever comes back from another program may have written the files anew there.
void RunPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        readFiles();
}

QString RunPage::obstacle() const
{
    if (!m_controller.canRun())
        return LoadText::state(m_controller);
    for (int row = 0; row < m_inputs->rowCount(); ++row) {
        if (QString problem = m_inputs->problem(row); !problem.isEmpty())
            return problem;
        const GraphPort& input = m_inputs->inputs()[static_cast<size_t>(row)];
        if (QString problem = m_files->problem(input, m_inputs->source(row)); !problem.isEmpty())
            return problem;
    }
    return {};
}

QString RunPage::stateText() const
{
    if (m_controller.state() == EngineState::Running)
        return m_progress.text(LoadText::state(m_controller));
    if (QString reason = obstacle(); !reason.isEmpty())
        return reason;
    if (m_runsOnceRead)
        return tr("Reading the files…");
    if (m_hasFailed)
        return failureText();
    if (!m_controller.runResult())
        return tr("Ready to run.");
    return isOfOtherInputs() ? tr("What is shown is of other inputs: run again to see what these give.")
                             : timesText(*m_controller.runResult());
}

void RunPage::updateState()
{
    m_reason->setText(stateText());
    emit readinessChanged();
}

bool RunPage::mayDispatch() const
{
    return m_controller.canRun() && (m_inputTable->isEditing() || obstacle().isEmpty());
}

bool RunPage::dispatch()
{
    // What is being typed may be all that is missing, and so may the sizes of files that are being read.
    if (!m_controller.canRun() || !m_inputTable->finishEditing()
        || !(m_files->isReading() || obstacle().isEmpty()))
        return false;
    if (m_runsOnceRead = m_files->isReading(); m_runsOnceRead)
        updateState();
    else
        run();
    return true;
}

void RunPage::withdraw()
{
    if (std::exchange(m_runsOnceRead, false))
        emit dispatchRefused();
}

void RunPage::run()
{
    rememberChoices();
    m_asked = request();
    m_controller.run(m_asked);
}

bool RunPage::isOfOtherInputs() const
{
    const RunRequest now = request();
    return now.inputs != m_shown.inputs || now.inputShapes != m_shown.inputShapes;
}

RunRequest RunPage::request() const
{
    RunRequest request;
    request.inputs = m_inputs->sources();
    const BuiltGraphPtr& graph = m_controller.graph();
    const size_t count = graph ? std::min(m_inputs->inputs().size(), graph->inputs.size()) : 0;
    for (size_t i = 0; i < count; ++i) {
        const GraphPort& chosen = m_inputs->inputs()[i];
        if (chosen.descriptor.shape != graph->inputs[i].descriptor.shape)
            request.inputShapes.emplace(chosen.name, chosen.descriptor.shape);
    }
    request.deviceOutputs = m_outputs->deviceOutputs();
    request.repeatCount = m_repeat->value();
    request.profiles = m_profile->isChecked();
    return request;
}

// What an earlier run left stays, and is said to be of that one.
QString RunPage::failureText() const
{
    const QString failure =
        m_wasStopped ? tr("The last run was stopped.") : tr("The last run did not end, see Problems.");
    return m_controller.runResult() ? tr("%1 What is shown is of the run before.").arg(failure) : failure;
}

QString RunPage::timesText(const RunResult& result)
{
    std::vector<double> times = result.seconds;
    if (times.empty())
        return {};
    const double compiling = result.compileSeconds.empty() ? 0 : result.compileSeconds.front();
    const bool isTold = tellsCompiling(compiling, times.front());
    const QString compilingText = widgets::formatDuration(compiling);
    std::sort(times.begin(), times.end());
    if (times.size() == 1) {
        const QString text = widgets::formatDuration(times.front());
        return isTold ? tr("Ran in %1, %2 of it compiling kernels.").arg(text, compilingText)
                      : tr("Ran in %1.").arg(text);
    }
    const QString text =
        tr("%Ln run(s): median %1, fastest %2, slowest %3.", nullptr, static_cast<int>(times.size()))
            .arg(widgets::formatDuration(times[times.size() / 2]), widgets::formatDuration(times.front()),
                widgets::formatDuration(times.back()));
    return isTold ? text + QLatin1Char(' ') + tr("The first compiled kernels for %1.").arg(compilingText)
                  : text;
}

} // namespace weightless::ui
