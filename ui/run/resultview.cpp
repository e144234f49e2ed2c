// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/resultview.h"

#include "ui/dialogs/filetosave.h"
#include "ui/document/modelfolder.h"
#include "ui/inspector/valueinspector.h"
#include "ui/models/outputmodel.h"
#include "ui/models/profilemodel.h"
#include "ui/run/classespage.h"
#include "ui/run/curves.h"
#include "ui/run/picturepage.h"
#include "ui/run/pictures.h"
#include "ui/run/referencebuttons.h"
#include "ui/run/textpage.h"
#include "ui/run/valuetree.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "widgets/curveview.h"
#include "widgets/elidinglabel.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatduration.h"
#include "widgets/plaintext.h"
#include "widgets/timelineview.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

QTableView* makeTable(QWidget* parent, QAbstractItemModel* model, const QString& name)
{
    auto* table = new QTableView(parent);
    table->setModel(model);
    table->setAccessibleName(name);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->setShowGrid(false);
    table->horizontalHeader()->setHighlightSections(false);
    widgets::fitRowsToFont(*table, 6);
    return table;
}

} // namespace

ResultView::ResultView(
    EngineController& controller, OutputModel& outputs, RememberedRuns& remembered, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_outputs(outputs)
    , m_remembered(remembered)
    , m_values(new ValueInspector(this))
    , m_elements(new ValueTree(this))
    , m_valuePages(new QStackedWidget(this))
    , m_profile(new ProfileModel(this))
    , m_profileProxy(new QSortFilterProxyModel(this))
    , m_tabs(new QTabWidget(this))
    , m_shown(new widgets::ElidingLabel(Qt::ElideMiddle, this))
    , m_outputTable(makeTable(this, &outputs, tr("Outputs of the graph")))
    , m_profileTable(makeTable(this, m_profileProxy, tr("Profile of the last run")))
    , m_copies(new QLabel(this))
    , m_picture(new PicturePage(this))
    , m_classes(new ClassesPage(this))
    , m_text(new TextPage(this))
    , m_curve(new widgets::CurveView(this))
    , m_timeline(new widgets::TimelineView(this))
    , m_profileSum(new widgets::ElidingLabel(Qt::ElideRight, this))
    , m_grouping(new QComboBox(this))
    , m_onGraph(new QPushButton(tr("Show on the Graph"), this))
    , m_saveProfile(new QPushButton(icon(QStringLiteral("save")), tr("Save &Profile…"), this))
    , m_save(new QPushButton(icon(QStringLiteral("save")), tr("S&ave…"), this))
    , m_read(new QPushButton(tr("Read &Back"), this))
    , m_compare(new ReferenceButtons(*m_outputTable, outputs, this))
{
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Results"));
    m_shown->setAccessibleName(tr("Output that is shown"));
    m_shown->setTextFormat(Qt::PlainText);
    m_shown->setMaximumWidth(24 * fontMetrics().averageCharWidth());
    m_shown->setContentsMargins(0, 0, 4, 7); // on the line of the tabs
    m_tabs->setCornerWidget(m_shown);
    m_shown->hide(); // where the outputs are listed
    m_tabs->addTab(makeOutputs(), tr("Outputs"));
    m_values->setContentsMargins(0, 8, 0, 0);
    m_valuePages->addWidget(m_values);
    m_valuePages->addWidget(m_elements);
    m_tabs->addTab(m_valuePages, tr("Values"));
    m_tabs->addTab(m_picture, tr("Picture"));
    m_tabs->addTab(m_classes, tr("Classes"));
    m_tabs->addTab(m_text, tr("Text"));
    m_curve->setAccessibleName(tr("Curve of the output"));
    m_tabs->addTab(m_curve, tr("Curve"));
    m_tabs->addTab(makeProfile(), tr("Profile"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 8);
    layout->addWidget(m_tabs);
    connect(m_outputTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex&, const QModelIndex& previous) {
            if (!m_isShowing && previous.isValid())
                m_mayComeForward = false;
            showOutput();
        });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (!m_isShowing) {
            m_left = nullptr;
            m_mayComeForward = false;
        }
        const QWidget* page = m_tabs->widget(tab);
        m_shown->setVisible(page != m_tabs->widget(0) && page != m_tabs->widget(m_tabs->count() - 1));
    });
    connect(m_save, &QPushButton::clicked, this, &ResultView::save);
    connect(m_values, &ValueInspector::saveRequested, this, &ResultView::save);
    connect(m_read, &QPushButton::clicked, this, [this] {
        if (currentOutput() >= 0)
            m_controller.readOutput(m_outputs.name(currentOutput()));
    });
    const auto showNothing = [this] { showResult({}); };
    const auto showLast = [this] { showResult(m_controller.runResult()); };
    connect(&m_controller, &EngineController::graphBuilt, this, showNothing);
    connect(&m_controller, &EngineController::modelClosed, this, showNothing);
    connect(&m_controller, &EngineController::unloaded, this, showNothing);
    connect(&m_controller, &EngineController::stateChanged, this, [this](EngineState state) {
        if (state == EngineState::Building) // the plan is gone, and the result with it
            showResult({});
    });
    connect(&m_controller, &EngineController::runFailed, this, [this] {
        if (!m_controller.runResult())
            showResult({});
    });
    connect(
        &m_controller, &EngineController::runFinished, this, [this] { showRun(m_controller.runResult()); });
    connect(&m_controller, &EngineController::graphBuilt, this, [this] {
        m_isFirstRun = true;
        m_mayComeForward = true;
    });
    // Not with each graph: what was chosen since is the model's.
    connect(&m_controller, &EngineController::modelOpened, this, &ResultView::findLabels);
    connect(&m_controller, &EngineController::modelClosed, this, &ResultView::findLabels);
    connect(m_classes, &ClassesPage::labelsRequested, this, &ResultView::chooseLabels);
    connect(m_classes, &ClassesPage::labelsDropped, this, &ResultView::dropLabels);
    connect(m_text, &TextPage::vocabularyRequested, this, &ResultView::chooseVocabulary);
    connect(m_compare, &ReferenceButtons::fileWanted, this, &ResultView::chooseReference);
    connect(&m_controller, &EngineController::outputRead, this, showLast);
    showOutput();
}

QWidget* ResultView::makeOutputs()
{
    m_outputTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_outputTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_outputTable->verticalHeader()->hide();
    m_outputTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_outputTable->horizontalHeader()->setStretchLastSection(true);
    m_save->setAccessibleName(tr("Save the output"));
    m_save->setToolTip(tr("Save the selected output as .npy, .pb, .csv or, for images, .png"));
    m_copies->setAccessibleName(tr("Copies that the run made"));
    m_copies->setToolTip(tr("Tensors that crossed between CPU and device. What stays on the device is not "
                            "copied; one that is read back is copied once."));
    m_copies->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_copies->setWordWrap(true);
    m_read->setAccessibleName(tr("Read the output back"));
    m_read->setToolTip(tr("Copy an output that stayed on the device to the CPU"));
    auto* page = new QWidget(this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_read);
    buttons->addWidget(m_save);
    buttons->addWidget(m_compare);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_outputTable, 1);
    layout->addWidget(m_copies);
    layout->addLayout(buttons);
    return page;
}

void ResultView::showResult(const RunResultPtr& result)
{
    m_result = result;
    m_outputs.setResult(result);
    m_profile->setSteps(result ? result->steps : std::vector<StepTime>());
    showTimeline(result);
    m_onGraph->setEnabled(result && !result->steps.empty());
    m_saveProfile->setEnabled(m_onGraph->isEnabled());
    m_profileSum->setText(!result     ? QString()
            : result->lacksTimestamps ? tr("This device has no timestamps: its steps cannot be measured.")
            : result->steps.empty()   ? tr("The run was not profiled.")
                                    : tr("%1 in %Ln step(s)", nullptr, static_cast<int>(result->steps.size()))
                                          .arg(widgets::formatDuration(m_timeline->total() / 1000))
                + waitedText(*result));
    showCopies(result);
    if (result && currentOutput() < 0) {
        const QScopedValueRollback showing(m_isShowing, true);
        m_outputTable->selectRow(0);
    }
    showOutput();
}

void ResultView::showCopies(const RunResultPtr& result)
{
    if (!result) {
        m_copies->clear();
        return;
    }
    const auto number = [](uint64_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    m_copies->setText(
        tr("Tensors copied: %1 to the device, %2 back; %3 of %4 outputs stayed on the device")
            .arg(number(result->copies.writes), number(result->copies.reads),
                number(static_cast<uint64_t>(std::count_if(result->outputs.begin(), result->outputs.end(),
                    [](const auto& output) { return output.isOnDevice(); }))),
                number(result->outputs.size())));
}

int ResultView::currentOutput() const
{
    const QModelIndex current = m_outputTable->currentIndex();
    return current.isValid() ? current.row() : -1;
}

void ResultView::showOutput()
{
    const OutputResult* output = m_outputs.resultOf(currentOutput());
    const QScopedValueRollback showing(m_isShowing, true);
    const QPointer<QWidget> front = m_left ? m_left.data() : m_tabs->currentWidget();
    m_values->setTensor({nullptr, output ? output->values : nullptr},
        output ? tr("This output stayed on the device: read it back first.")
               : tr("Run the model to see its values."));
    const bool isNoTensor = output && !output->values && !output->isOnDevice();
    m_elements->showValue(isNoTensor ? output->value : HostValue {});
    m_valuePages->setCurrentWidget(isNoTensor ? static_cast<QWidget*>(m_elements) : m_values);
    m_save->setEnabled(output && output->values);
    const bool canRead = output && output->isOnDevice();
    if (m_read->hasFocus() && !canRead)
        m_outputTable->setFocus(); // where the next one is chosen
    m_read->setEnabled(canRead);
    const bool hasPicture = m_picture->showOutput(m_result, output ? currentOutput() : -1);
    m_tabs->setTabEnabled(m_tabs->indexOf(m_picture), hasPicture);
    const bool mayHaveClasses =
        output && m_result && mayBeClasses(*m_result, static_cast<size_t>(currentOutput()));
    m_tabs->setTabEnabled(m_tabs->indexOf(m_classes),
        m_classes->showOutput(mayHaveClasses ? output : nullptr, takesPictures()));
    m_tabs->setTabEnabled(m_tabs->indexOf(m_text), m_text->showOutput(output));
    m_curve->setValues(output && output->values ? curveOf(*output->values) : std::vector<float>());
    m_tabs->setTabEnabled(m_tabs->indexOf(m_curve), !m_curve->values().empty());
    keepInFront(front);
    m_shown->setText(output ? widgets::shownName(m_outputs.name(currentOutput())) : QString());
    m_shown->setToolTip(widgets::plainToolTip(m_shown->text()));
}

bool ResultView::takesPictures() const
{
    const BuiltGraphPtr& graph = m_controller.graph();
    return graph && std::ranges::any_of(graph->inputs, isImageShape, &GraphPort::descriptor);
}

// What is in front comes back with the next result that it can show; meanwhile, as when a run failed, there
// are the values.
void ResultView::keepInFront(QWidget* front)
{
    const bool canShow = m_tabs->isTabEnabled(m_tabs->indexOf(front));
    m_left = canShow ? nullptr : front;
    m_tabs->setCurrentWidget(canShow ? front : m_valuePages);
}

void ResultView::showRun(const RunResultPtr& result)
{
    showResult(result);
    if (result && m_mayComeForward)
        showBest(*result);
}

// The results of a model's first run come in the form that says most. Of a later one it is what was found
// alone, and only where nothing else is looked at.
void ResultView::showBest(const RunResult& result)
{
    const QScopedValueRollback showing(m_isShowing, true);
    const bool isFirst = std::exchange(m_isFirstRun, false);
    QWidget* best = isFirst ? bestPageOf(result) : areNumbersInFront() ? findingPageOf(result) : nullptr;
    if (!best)
        return;
    m_mayComeForward = false;
    m_left = nullptr;
    m_tabs->setCurrentWidget(best);
}

bool ResultView::areNumbersInFront() const
{
    return m_tabs->currentIndex() == 0 || m_tabs->currentWidget() == m_valuePages;
}

// With the output selected that it is of; null where nothing was found.
QWidget* ResultView::findingPageOf(const RunResult& result)
{
    const std::optional<int> finding = findingOf(result, m_picture->classCount(), m_picture->labelCount());
    if (finding)
        m_outputTable->selectRow(*finding);
    return finding && m_tabs->isTabEnabled(m_tabs->indexOf(m_picture)) ? m_picture : nullptr;
}

// With the output selected that it is of; null where nothing says more than the numbers.
QWidget* ResultView::bestPageOf(const RunResult& result)
{
    const auto canShow = [this](QWidget* page) { return m_tabs->isTabEnabled(m_tabs->indexOf(page)); };
    QWidget* finding = findingPageOf(result);
    const OutputResult* output = m_outputs.resultOf(currentOutput());
    // Two dimensions may be a picture, or rows of numbers: it is offered, not put in front.
    const bool hasChannels = output && !output->picture.isNull() && output->descriptor.shape.size() >= 4;
    if (output && output->descriptor.type == DataType::String && canShow(m_text))
        return m_text;
    if (finding || (hasChannels && canShow(m_picture)))
        return m_picture;
    if (m_classes->isEvident())
        return m_classes;
    if (const auto mask = likelyMaskOf(result, m_picture->classCount())) {
        m_outputTable->selectRow(*mask);
        return m_picture;
    }
    return canShow(m_curve) ? m_curve : nullptr;
}

void ResultView::showProfile()
{
    m_tabs->setCurrentIndex(m_tabs->count() - 1);
}

void ResultView::save()
{
    const OutputResult* output = m_outputs.resultOf(currentOutput());
    if (!output || !output->values)
        return;
    const QString name = m_outputs.name(currentOutput());
    QString types = tr("NumPy (*.npy);;ONNX tensor (*.pb);;Comma-separated values (*.csv)");
    const TensorDescriptor descriptor = output->values->descriptor;
    if (!output->picture.isNull())
        types += pictureCount(descriptor) > 1 ? tr(";;Numbered pictures of the batch (*.png)")
                                              : tr(";;Picture (*.png)");
    QString fileName = name;
    fileName.replace(QLatin1Char('/'), QLatin1Char('_'));
    const auto filesOf = [descriptor](const QString& path) {
        const bool isPicture = path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive);
        return isPicture ? pictureFiles(descriptor, path) : QStringList {path};
    };
    chooseFileToSave(
        this, tr("Save the output"), proposedFile(m_controller.document(), fileName), types,
        [this, name, values = output->values](
            const QString& path) { m_controller.saving().saveTensor(values, name, path); },
        filesOf);
}

} // namespace weightless::ui
