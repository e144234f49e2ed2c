// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/headerbar.h"

#include "ui/engine/loadchoices.h"
#include "ui/help/explanations.h"
#include "ui/pages/runpage.h"
#include "ui/text/loadtext.h"
#include "ui/text/modetext.h"
#include "ui/window/actionregistry.h"
#include "ui/window/devicechooser.h"
#include "ui/window/icons.h"
#include "ui/window/primaryaction.h"
#include "ui/window/settledclicks.h"
#include "ui/window/windowpages.h"
#include "widgets/capacitybar.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace weightless::ui {

HeaderBar::HeaderBar(
    EngineController& controller, LoadChoices& load, RunPage& run, ActionRegistry& actions, QWidget* parent)
    : QToolBar(parent)
    , m_controller(controller)
    , m_load(load)
    , m_run(run)
    , m_actions(actions)
    , m_workspaces(new QTabBar(this))
    , m_capacity(new widgets::CapacityBar(this))
    , m_device(new DeviceChooser(controller, this))
    , m_mode(new QComboBox(this))
    , m_primary(new QPushButton(this))
    , m_primaryClicks(new SettledClicks(*m_primary))
    , m_cancel(new QToolButton(this))
{
    setObjectName(QStringLiteral("header")); // names it in the remembered layouts
    setWindowTitle(tr("Workspaces and loading"));
    setAccessibleName(windowTitle());
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
    addWidget(makeContents());
    connect(&m_controller, &EngineController::stateChanged, this, &HeaderBar::refresh);
    connect(&m_controller, &EngineController::graphBuilt, this, &HeaderBar::refresh);
    connect(&m_controller, &EngineController::unloaded, this, &HeaderBar::refresh);
    connect(&m_load, &LoadChoices::changed, this, &HeaderBar::refresh);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &HeaderBar::refresh);
    connect(m_capacity, &QAbstractButton::clicked, this, &HeaderBar::needsClicked);
    refresh();
}

QWidget* HeaderBar::makeContents()
{
    for (const Workspace& workspace : workspaces())
        m_workspaces->addTab(icon(workspace.icon), WindowPages::title(workspace.purpose));
    m_workspaces->setAccessibleName(tr("Workspaces"));
    m_workspaces->setDrawBase(false);
    m_workspaces->setExpanding(false);
    m_workspaces->setUsesScrollButtons(false);
    m_workspaces->setElideMode(Qt::ElideNone);
    m_workspaces->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    QFont font = m_workspaces->font();
    font.setBold(true);
    m_workspaces->setFont(font);
    connect(m_workspaces, &QTabBar::currentChanged, this,
        [this](int index) { emit workspaceChosen(workspaces()[static_cast<size_t>(index)].purpose); });
    m_capacity->setAccessibleName(tr("Memory that a load needs"));
    makePrimary();
    makeModes();
    m_capacity->setWhatsThis(Explanations::needs());
    m_device->setWhatsThis(Explanations::device());
    m_mode->setWhatsThis(Explanations::mode());
    m_primary->setWhatsThis(Explanations::nextStep());

    auto* contents = new QWidget(this);
    auto* layout = new QHBoxLayout(contents);
    layout->setContentsMargins(8, 4, 8, 5);
    layout->addWidget(m_workspaces);
    layout->addStretch(1);
    layout->addWidget(m_capacity, 4);
    layout->addSpacing(8);
    layout->addWidget(makeChooser(m_device, tr("Device"), 12, 26), 3);
    layout->addSpacing(8);
    layout->addWidget(makeChooser(m_mode, tr("Mode"), 9, 9));
    layout->addSpacing(8);
    layout->addWidget(m_cancel);
    layout->addWidget(m_primary);
    return contents;
}

QWidget* HeaderBar::makeChooser(QComboBox* chooser, const QString& label, int letters, int mostLetters)
{
    auto* box = new QWidget(this);
    auto* name = new QLabel(label, box);
    name->setBuddy(chooser);
    name->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    chooser->setParent(box);
    chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    chooser->setMinimumContentsLength(letters);
    if (mostLetters > letters) { // names of cards are long, and as a rule there is room
        chooser->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        chooser->setMaximumWidth(chooser->sizeHint().width()
            + (mostLetters - letters) * chooser->fontMetrics().averageCharWidth());
    }
    auto* layout = new QHBoxLayout(box);
    layout->setSizeConstraint(QLayout::SetMinAndMaxSize);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(name);
    layout->addWidget(chooser);
    return box;
}

void HeaderBar::makeModes()
{
    m_mode->setAccessibleName(tr("Load mode"));
    for (const LoadMode mode : loadModes) {
        m_mode->addItem(ModeText::name(mode), static_cast<int>(mode));
        m_mode->setItemData(m_mode->count() - 1, ModeText::description(mode), Qt::ToolTipRole);
    }
    connect(m_mode, &QComboBox::activated, this,
        [this] { m_load.setMode(static_cast<LoadMode>(m_mode->currentData().toInt())); });
}

void HeaderBar::showMode()
{
    const EngineState state = m_controller.state();
    m_mode->setCurrentIndex(m_mode->findData(static_cast<int>(m_load.mode())));
    // What is loaded is described by the choices that it was loaded with.
    m_mode->setEnabled(m_load.canChoose());
    m_mode->setToolTip(m_load.canChoose() || state == EngineState::Loading || state == EngineState::Paused
            ? ModeText::description(m_load.mode())
            : tr("Unload the weights to load them in another mode"));
}

void HeaderBar::makePrimary()
{
    m_primary->setDefault(true); // which the style shows in the accent
    m_primary->setAccessibleName(tr("Next step"));
    m_cancel->setIcon(icon(QStringLiteral("stop"))); // a cross would close the model
    m_cancel->setAutoRaise(true);
    QSizePolicy place = m_cancel->sizePolicy();
    place.setRetainSizeWhenHidden(true);
    m_cancel->setSizePolicy(place);
    m_cancel->setFocusPolicy(Qt::TabFocus);
    m_cancel->setToolTip(tr("Cancel what is under way"));
    m_cancel->setAccessibleName(tr("Cancel what is under way"));
    connect(m_cancel, &QToolButton::clicked, &m_controller, &EngineController::cancel);
    connect(m_primaryClicks, &SettledClicks::clicked, this, [this] {
        if (QAction* action = m_actions.action(PrimaryAction::of(m_controller, {}).action))
            action->trigger();
    });
    m_primary->setIcon(icon(QStringLiteral("run")));
    fitPrimary();
}

// As wide as the longest of its texts, so that nothing moves when it changes.
void HeaderBar::fitPrimary()
{
    const QString shown = m_primary->text();
    m_primary->ensurePolished();
    int width = 0;
    for (const QString& text : PrimaryAction::texts()) {
        m_primary->setText(text);
        width = std::max(width, m_primary->sizeHint().width());
    }
    m_primary->setText(shown);
    m_primary->setFixedWidth(width);
}

void HeaderBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(
            this, &HeaderBar::fitPrimary, Qt::QueuedConnection); // the button's turn first
    QToolBar::changeEvent(event);
}

void HeaderBar::showWorkspace(Purpose purpose)
{
    const QSignalBlocker blocker(m_workspaces);
    m_workspaces->setCurrentIndex(static_cast<int>(purpose));
}

void HeaderBar::showNeeds()
{
    const BuiltGraphPtr& graph = m_controller.graph();
    if (!graph) {
        const EngineState state = m_controller.state();
        m_capacity->clear(state == EngineState::Building ? tr("Planning…")
                : state == EngineState::Opened           ? tr("Needs: not planned")
                                                         : tr("Needs: not known yet"));
        return;
    }
    if (const int missing = LoadText::missingCount(m_controller); missing > 0) {
        // What it would need is no news as long as it cannot be had.
        m_capacity->clear(m_missingFile.isEmpty() ? tr("%Ln weight(s) have no data", nullptr, missing)
                                                  : tr("%1 is missing").arg(m_missingFile));
        m_capacity->setProblem(LoadText::missingData(m_controller));
        return;
    }
    const LoadPrediction& needs = *m_load.prediction();
    const auto bytes = [](uint64_t value) { return static_cast<qint64>(value); };
    const bool isLoaded = m_controller.hollowCount() == 0; // and what only loading took is given back
    m_capacity->setNeeds(
        {{tr("Weights"), bytes(needs.deviceWeightsBytes + needs.importedBytes)},
            {tr("Activations"), bytes(needs.deviceActivationsBytes)},
            {tr("CPU memory beyond the weights"), bytes(isLoaded ? 0 : needs.hostOverheadBytes)}},
        bytes(needs.freeDeviceBytes),
        graph->plan.isComplete ? widgets::CapacityBar::Knowledge::All
                               : widgets::CapacityBar::Knowledge::Least);
    m_capacity->setLoaded(isLoaded ? bytes(needs.deviceWeightsBytes + needs.importedBytes) : 0);
    m_capacity->setScope(m_run.hasOtherSizes() ? tr("Planned sizes") : QString());
    m_capacity->setProblem(needs.fits ? QString() : LoadText::misfit(*graph, needs));
}

void HeaderBar::setMissingFile(const QString& name)
{
    m_missingFile = name;
    showNeeds();
}

// While it can do nothing the focus goes nowhere, least of all to the button that cancels, and comes back.
void HeaderBar::enablePrimary(bool isEnabled)
{
    if (!isEnabled && m_primary->hasFocus()) {
        m_primary->clearFocus();
        m_hadFocus = true;
    }
    m_primary->setEnabled(isEnabled);
    if (isEnabled && std::exchange(m_hadFocus, false) && !window()->focusWidget())
        m_primary->setFocus();
}

void HeaderBar::refresh()
{
    const PrimaryStep step = PrimaryAction::of(m_controller, m_run.obstacle());
    m_primary->setText(step.text);
    m_primaryClicks->setMeaning(step.text);
    m_primary->setIcon(icon(step.icon));
    m_primary->setToolTip(widgets::plainToolTip(step.reason));
    m_primary->setAccessibleDescription(step.text + QStringLiteral(". ") + step.reason);
    const QAction* action = m_actions.action(step.action);
    enablePrimary(action != nullptr && action->isEnabled());
    const EngineState state = m_controller.state();
    m_cancel->setEnabled(state == EngineState::Opening || state == EngineState::Loading
        || state == EngineState::Paused); // while it runs the step beside it is to stop
    m_cancel->setVisible(m_cancel->isEnabled());
    showMode();
    showNeeds();
}

} // namespace weightless::ui
