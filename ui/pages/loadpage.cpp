// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/loadpage.h"

#include "ui/engine/loadchoices.h"
#include "ui/pages/budgetpanel.h"
#include "ui/pages/weightstypebox.h"
#include "ui/run/freedimensionseditor.h"
#include "ui/text/loadtext.h"
#include "ui/text/modetext.h"
#include "ui/window/icons.h"
#include "ui/window/settledclicks.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

LoadPage::LoadPage(EngineController& controller, LoadChoices& choices, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_choices(choices)
    , m_order(new QComboBox(this))
    , m_weightsType(new WeightsTypeBox(this))
    , m_dimensions(new FreeDimensionsEditor(this))
    , m_budget(new BudgetPanel(controller, choices, this))
    , m_prediction(new QLabel(this))
    , m_state(new QLabel(this))
    , m_unload(new QPushButton(this))
    , m_unloadClicks(new SettledClicks(*m_unload))
    , m_progress(new QProgressBar(this))
    , m_current(new QLabel(this))
    , m_rate(new QLabel(this))
    , m_paths(new QLabel(this))
{
    for (QLabel* label : {m_state, m_current, m_rate, m_paths})
        label->setTextFormat(Qt::PlainText); // names of constants, messages
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(makeChoices());
    layout->addWidget(m_dimensionsBox);
    layout->addWidget(m_budget);
    // Below what is pressed lies what grows by a row with another mode, or with a load.
    auto* progress = new QHBoxLayout;
    progress->addWidget(m_progress, 1);
    progress->addWidget(m_unload);
    layout->addLayout(progress);
    layout->addWidget(makeProgress());
    layout->addWidget(makePrediction());
    layout->addStretch();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connectController();
    showChoices();
    updateState();
}

QSize LoadPage::sizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    const int dimensions = m_dimensionsBox->isHidden()
        ? 0
        : m_dimensionsBox->sizeHint().width() + margins.left() + margins.right();
    return {std::max(minimumSizeHint().width(), dimensions), QWidget::sizeHint().height()};
}

QWidget* LoadPage::makeChoices()
{
    auto* box = new QWidget(this);
    for (QComboBox* choice : {m_order, static_cast<QComboBox*>(m_weightsType)}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(12);
    }
    m_order->setAccessibleName(tr("Which constants come first"));
    for (const LoadOrder order : loadOrders)
        m_order->addItem(ModeText::order(order), static_cast<int>(order));
    m_weightsType->setAccessibleName(tr("Type that weights are loaded as"));
    auto* layout = new QFormLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->addRow(tr("Ord&er:"), m_order);
    layout->addRow(tr("Wei&ghts:"), m_weightsType);

    m_dimensionsBox = new QGroupBox(tr("Free dimensions"), this);
    auto* dimensionsLayout = new QVBoxLayout(m_dimensionsBox);
    dimensionsLayout->setContentsMargins(8, 4, 8, 4);
    dimensionsLayout->addWidget(m_dimensions);
    m_dimensionsBox->hide();

    connect(m_order, &QComboBox::activated, this,
        [this] { m_choices.setOrder(static_cast<LoadOrder>(m_order->currentData().toInt())); });
    connect(m_weightsType, &QComboBox::activated, this, [this] {
        m_controller.setWeightsType(m_weightsType->type());
        m_controller.buildGraph();
    });
    connect(&m_choices, &LoadChoices::changed, this, &LoadPage::showChoices);
    connect(m_dimensions, &FreeDimensionsEditor::edited, this, &LoadPage::planWithChosen);
    return box;
}

QWidget* LoadPage::makePrediction()
{
    m_predictionBox = new QGroupBox(this);
    m_prediction->setWordWrap(true);
    m_prediction->setTextFormat(Qt::RichText);
    m_prediction->setAccessibleName(tr("What the load will need"));
    auto* layout = new QVBoxLayout(m_predictionBox);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_prediction);
    return m_predictionBox;
}

QWidget* LoadPage::makeProgress()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_progress->setAccessibleName(tr("Load progress"));
    m_progress->setRange(0, 1000);
    connect(m_unloadClicks, &SettledClicks::clicked, this, [this] {
        if (isLoading())
            m_controller.cancelLoad();
        else
            m_controller.unload();
    });
    m_state->setWordWrap(true);
    m_state->setAccessibleName(tr("State of the model"));
    m_current->setAccessibleName(tr("Current tensor"));
    // A long name must not widen the page.
    m_current->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_rate->setAccessibleName(tr("Bytes and rate"));
    m_rate->setWordWrap(true);
    m_paths->setAccessibleName(tr("Bytes by path"));
    m_paths->setWordWrap(true);
    for (QLabel* label : {m_state, m_current, m_rate, m_paths})
        layout->addWidget(label);
    return box;
}

void LoadPage::connectController()
{
    connect(&m_controller, &EngineController::modelOpened, this, &LoadPage::fillDimensions);
    connect(&m_controller, &EngineController::modelClosed, this, &LoadPage::fillDimensions);
    connect(&m_controller, &EngineController::graphBuilt, this, &LoadPage::showPrediction);
    connect(&m_controller, &EngineController::stateChanged, this, &LoadPage::updateState);
    connect(&m_controller, &EngineController::devicesListed, this, &LoadPage::updateState);
    connect(&m_controller, &EngineController::progressed, this, &LoadPage::showProgress);
    connect(&m_controller, &EngineController::loadStarted, this, &LoadPage::clearProgress);
    connect(&m_controller, &EngineController::loadEnded, this, &LoadPage::endProgress);
    connect(&m_controller, &EngineController::unloaded, this, &LoadPage::clearProgress);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        if (m_result)
            showResult(*m_result);
        else
            showProgress();
        updateState();
    });
}

void LoadPage::fillDimensions()
{
    const ModelDocumentPtr& document = m_controller.document();
    m_dimensions->setDimensions(
        document ? document->freeDimensions : std::vector<FreeDimension>(), m_controller.freeDimensions());
    m_dimensionsBox->setVisible(!m_dimensions->isEmpty());
    clearProgress();
    emit widthChanged();
}

// What nobody chose stays a suggestion.
void LoadPage::planWithChosen()
{
    std::map<std::string, int64_t> chosen = m_controller.freeDimensions();
    for (const auto& [symbol, size] : m_dimensions->chosen())
        chosen.insert_or_assign(symbol, size);
    m_controller.setFreeDimensions(chosen);
    m_controller.buildGraph();
}

void LoadPage::showChoices()
{
    m_order->setCurrentIndex(m_order->findData(static_cast<int>(m_choices.order())));
    showPrediction();
}

void LoadPage::showPrediction()
{
    // A path is broken into lines by what would be copied with it.
    const bool hasPaths = LoadText::missingCount(m_controller) > 0;
    m_prediction->setTextInteractionFlags(hasPaths ? Qt::NoTextInteraction : Qt::TextSelectableByMouse);
    m_prediction->setText(LoadText::prediction(m_controller, m_choices.prediction()));
    const bool isLoaded = m_controller.graph() && m_controller.hollowCount() == 0;
    m_predictionBox->setTitle(isLoaded ? tr("What it needs") : tr("What it will need"));
}

void LoadPage::updateState()
{
    // While a plan is made too, which each change begins: a field that is disabled loses the keyboard.
    const bool canChange = m_controller.canBuild() || m_controller.state() == EngineState::Building;
    const bool canPlan = canChange && !m_controller.canUnload();
    m_dimensions->setEnabled(canPlan);
    const BuiltGraphPtr& graph = m_controller.graph();
    const bool hasWeights =
        isLoading() || (graph && m_controller.hollowCount() < graph->tensorOfConstant.size());
    m_dimensions->setObstacle(canPlan || !hasWeights
            ? QString()
            : tr("The weights are loaded for this size. Unload them to plan with another one, or change it "
                 "for one run in the Run workspace."));
    m_weightsType->setEnabled(canPlan);
    m_weightsType->setObstacle(canPlan || !hasWeights
            ? QString()
            : tr("The weights are loaded as this type. Unload them to choose another one."));
    m_weightsType->setType(m_controller.weightsType());
    m_order->setEnabled(m_choices.canChoose());
    m_unload->setText(isLoading() ? tr("&Cancel") : tr("&Unload"));
    m_unloadClicks->setMeaning(m_unload->text());
    m_unload->setIcon(icon(isLoading() ? QStringLiteral("stop") : QStringLiteral("unload")));
    m_unload->setAccessibleName(isLoading() ? tr("Cancel the load") : tr("Unload the weights"));
    m_unload->setToolTip(isLoading() ? tr("Weights that are loaded stay loaded, but for a conventional load")
                                     : tr("Give the device memory back: every constant is hollow again"));
    m_unload->setEnabled(isLoading() || m_controller.canUnload());
    m_state->setText(LoadText::state(m_controller));
    if (m_controller.graph() && m_controller.hollowCount() == 0)
        m_progress->setValue(m_progress->maximum()); // all constants may have been known from the beginning
    showPrediction();
}

void LoadPage::clearProgress()
{
    m_result.reset();
    m_progress->setValue(0);
    m_current->clear();
    m_rate->clear();
    m_paths->clear();
    updateState();
}

void LoadPage::showProgress()
{
    const LoadFeedPtr& feed = m_controller.feed();
    if (!feed)
        return;
    const LoadText::Progress text = LoadText::progress(m_controller, *feed);
    m_progress->setValue(static_cast<int>(text.fraction * 1000));
    m_current->setText(text.current);
    m_current->setToolTip(widgets::plainToolTip(text.current));
    m_rate->setText(text.amount + text.rate);
}

void LoadPage::endProgress(const LoadResult& result)
{
    m_result = result;
    showResult(result);
    updateState();
}

void LoadPage::showResult(const LoadResult& result)
{
    const LoadFeedPtr& feed = m_controller.feed();
    if (!feed)
        return;
    showProgress();
    m_paths->setText(LoadText::result(result, feed->clock.seconds()));
    if (LoadText::isAllBound(result))
        m_rate->setText(LoadText::progress(m_controller, *feed).amount);
    m_current->clear();
    // What is there, not how far it had come.
    const uint64_t all = feed->byteCount.load();
    m_progress->setValue(result.outcome == LoadOutcome::Finished || all == 0
            ? m_progress->maximum()
            : static_cast<int>(1000 * feed->bytesSet.load() / all));
}

bool LoadPage::isLoading() const
{
    const EngineState state = m_controller.state();
    return state == EngineState::Loading || state == EngineState::Paused;
}

} // namespace weightless::ui
