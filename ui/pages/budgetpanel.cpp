// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/budgetpanel.h"

#include "engine/base/bytes.h"
#include "ui/engine/loadchoices.h"
#include "ui/text/loadtext.h"
#include "widgets/flowlayout.h"
#include "widgets/formatbytes.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weightless::ui {

BudgetPanel::BudgetPanel(EngineController& controller, LoadChoices& choices, QWidget* parent)
    : QGroupBox(tr("Limi&t device memory for weights"), parent)
    , m_controller(controller)
    , m_choices(choices)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_size(new QDoubleSpinBox(this))
    , m_effect(new QLabel(this))
    , m_going(new QLabel(this))
    , m_measure(new QPushButton(this))
{
    setCheckable(true);
    setChecked(false);
    setToolTip(
        tr("Weights that do not fit are brought while the model runs. An automatic load is streamed then."));
    m_slider->setAccessibleName(tr("Device memory for weights"));
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setPageStep(1);
    m_size->setAccessibleName(tr("Device memory for weights, in MiB"));
    m_size->setSuffix(tr(" MiB"));
    m_size->setGroupSeparatorShown(true);
    m_size->setKeyboardTracking(false); // a limit is what was typed whole
    m_effect->setWordWrap(true);
    m_effect->setTextFormat(Qt::PlainText);
    m_effect->setAccessibleName(tr("What the limit costs"));
    m_going->setWordWrap(true);
    m_going->setTextFormat(Qt::PlainText);
    m_going->setAccessibleName(tr("How far the measurement is"));
    m_measure->setToolTip(
        tr("Runs the model on no content, before any weight is loaded, so that the time of a "
           "run is known for every limit"));
    // Beside each other where both are whole: a translated button widens no dock.
    auto* row = new widgets::FlowLayout(nullptr, 8, 4);
    row->addWidget(m_size);
    row->addWidget(m_measure);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_slider);
    layout->addLayout(row);
    layout->addWidget(m_effect);
    layout->addWidget(m_going);
    connectParts();
    connectController();
    updateState();
}

void BudgetPanel::connectParts()
{
    connect(this, &QGroupBox::toggled, this, [this] {
        if (m_curve && m_curve->hasFailed)
            m_curve.reset(); // is asked anew
        choose();
        updateState();
    });
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        want(m_curve->predicted.choices[static_cast<size_t>(m_slider->value())]);
        choose();
        updateState();
    });
    connect(m_size, &QDoubleSpinBox::valueChanged, this, &BudgetPanel::typed);
    connect(
        m_measure, &QPushButton::clicked, this, [this] { ask(!m_isMeasuring); }); // what is asked last counts
    connect(&m_choices, &LoadChoices::starting, m_size, &QDoubleSpinBox::interpretText);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &BudgetPanel::choose);
    m_seconds.setInterval(1000);
    connect(&m_seconds, &QTimer::timeout, this, &BudgetPanel::showProgress);
}

void BudgetPanel::connectController()
{
    connect(&m_controller, &EngineController::kernelsAdvanced, this, [this](int done, int total) {
        m_progress.noteKernels(done, total);
        showProgress();
    });
    connect(&m_controller, &EngineController::budgetsPredicted, this, &BudgetPanel::showCurve);
    connect(&m_controller, &EngineController::graphBuilt, this, &BudgetPanel::forget);
    connect(&m_controller, &EngineController::unloaded, this, &BudgetPanel::forget);
    connect(&m_controller, &EngineController::modelClosed, this, &BudgetPanel::forget);
    connect(&m_controller, &EngineController::modelOpened, this, &BudgetPanel::noteModel);
    connect(&m_controller, &EngineController::stateChanged, this, &BudgetPanel::noteState);
    connect(&m_controller, &EngineController::runFinished, this, [this] {
        if (isChecked() && hasChoice())
            showEffect(m_curve->predicted.choices[static_cast<size_t>(m_slider->value())]);
    });
    connect(&m_choices, &LoadChoices::changed, this, [this] {
        if ((m_curve || m_isAsked) && m_askedMode != m_choices.limitedMode())
            forget();
    });
}

// What was wanted of another model says nothing of this one.
void BudgetPanel::noteModel()
{
    const auto& path = m_controller.document()->model.path;
    if (std::exchange(m_model, path) == path)
        return; // opened again
    m_wanted = {};
    m_isWantedNew = false;
    setChecked(false);
}

// The place of the slider, to find it again in what is predicted of another plan or mode.
void BudgetPanel::want(const BudgetChoice& choice)
{
    m_wanted = {.bytes = choice.budgetBytes > 0 ? choice.budgetBytes : std::numeric_limits<uint64_t>::max()};
    m_isWantedNew = false;
}

// What was predicted holds for one graph and one mode.
void BudgetPanel::forget()
{
    m_curve.reset();
    m_isAsked = m_isMeasuring = false;
    m_choices.setBudget(std::nullopt);
    updateState();
}

void BudgetPanel::ask(bool measures)
{
    m_isAsked = true;
    m_isMeasuring = measures;
    m_askedMode = m_choices.limitedMode();
    updateState();
    if (measures) {
        m_progress.begin();
        m_seconds.start();
        showProgress();
    } else {
        m_effect->setText(tr("Predicting…"));
    }
    m_controller.predictBudgets(m_askedMode, measures, m_wanted);
}

void BudgetPanel::showProgress()
{
    if (m_isMeasuring)
        m_going->setText(m_progress.text(tr("Measuring a run…")));
    else
        m_seconds.stop();
}

void BudgetPanel::limitTo(const BudgetSize& size)
{
    m_wanted = size;
    m_isWantedNew = true;
    m_curve.reset();
    m_isAsked = false;
    setChecked(size.isLimit());
    updateState();
}

bool BudgetPanel::hasChoice() const
{
    return m_curve && !m_curve->predicted.choices.empty();
}

// Of what was asked for by its size, or of what the slider was at.
std::optional<size_t> BudgetPanel::positionIn(const BudgetCurve& curve) const
{
    const BudgetChoices& predicted = curve.predicted;
    if (predicted.wanted && m_wanted.isLimit())
        return predicted.wanted;
    if (!hasChoice())
        return std::nullopt;
    const auto position = static_cast<size_t>(m_slider->value());
    const uint64_t chosen = m_curve->predicted.choices[position].budgetBytes;
    const auto same = std::ranges::find(predicted.choices, chosen, &BudgetChoice::budgetBytes);
    return same == predicted.choices.end() ? position : static_cast<size_t>(same - predicted.choices.begin());
}

void BudgetPanel::showCurve(const BudgetCurvePtr& curve)
{
    if (curve->mode != m_choices.limitedMode())
        return; // nobody has asked anew, as there is no limit
    m_isAsked = m_isMeasuring = m_isWantedNew = false;
    if (curve->hasFailed)
        m_choices.giveUpBudget();
    if (!curve->hasFailed || !m_curve) { // else what was known holds
        const size_t last = std::max(curve->predicted.choices.size(), size_t {1}) - 1;
        const size_t chosen = positionIn(*curve).value_or(last / 2);
        m_curve = curve;
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(0, static_cast<int>(last));
        m_slider->setValue(static_cast<int>(chosen));
    }
    choose();
    updateState();
    emit settled(!curve->hasFailed);
}

// What is asked ends without an answer when something else begins.
void BudgetPanel::noteState()
{
    if (m_isAsked && !m_controller.canLoad()) {
        m_isAsked = m_isMeasuring = false;
        choose(); // which says what that costs
    }
    updateState();
}

void BudgetPanel::choose()
{
    if (!isChecked() || !hasChoice()) {
        m_choices.setBudget(std::nullopt);
        return;
    }
    const BudgetChoice& choice = m_curve->predicted.choices[static_cast<size_t>(m_slider->value())];
    showEffect(choice);
    showSize(choice.budgetBytes > 0 ? choice.budgetBytes : LoadText::wholeBytes(choice.prediction));
    m_choices.setBudget(choice);
}

// What was loaded with this limit, and ran, need not be guessed.
void BudgetPanel::showEffect(const BudgetChoice& choice)
{
    const RunResultPtr& result = m_controller.runResult();
    const auto measured = result ? result->lastSeconds() : std::nullopt;
    const QString effect = LoadText::budget(choice.prediction, choice.budgetBytes == 0, measured);
    m_effect->setText(effect);
    m_slider->setAccessibleDescription(effect);
}

// As finely as the text below it, where MiB are few.
void BudgetPanel::showSize(uint64_t bytes)
{
    constexpr auto mebibytes = [](uint64_t size) {
        return static_cast<double>(size) / static_cast<double>(MiB);
    };
    const QSignalBlocker blocker(m_size);
    const BudgetChoices& predicted = m_curve->predicted;
    const double most = mebibytes(LoadText::wholeBytes(predicted.all));
    m_size->setDecimals(most < 100 ? 2 : most < 1000 ? 1 : 0);
    m_size->setSingleStep(most < 10 ? 0.1 : 1);
    m_size->setRange(mebibytes(predicted.choices.front().budgetBytes), most);
    m_size->setValue(mebibytes(bytes));
}

// The ends are rounded in the field; they stand for the least that can run, and for everything.
uint64_t BudgetPanel::bytesOf(double mebibytes) const
{
    if (hasChoice() && mebibytes <= m_size->minimum())
        return m_curve->predicted.choices.front().budgetBytes;
    if (hasChoice() && mebibytes >= m_size->maximum())
        return LoadText::wholeBytes(m_curve->predicted.all);
    return static_cast<uint64_t>(std::llround(mebibytes * static_cast<double>(MiB)));
}

// What it costs is predicted for the size itself, not for the nearest that the slider has.
void BudgetPanel::typed(double mebibytes)
{
    m_wanted = {.bytes = bytesOf(mebibytes)};
    m_isWantedNew = true;
    ask(false);
}

QString BudgetPanel::whyNothing() const
{
    switch (m_curve->predicted.nothing.value_or(NothingToBudget::OneStep)) {
    case NothingToBudget::NoWeights:
        return tr("Nothing to limit: the model has no weights to be loaded.");
    case NothingToBudget::OwnPages:
        return tr("Nothing to limit: in this mode the device uses the file's own pages.");
    case NothingToBudget::ModeKeepsAll:
        return tr("Nothing to limit: a conventional load brings all weights at once.");
    case NothingToBudget::OtherGraphs:
        return tr("Nothing to limit: other graphs on this device share a limit.");
    case NothingToBudget::WholeFiles:
        return tr(
            "Nothing to limit: the server sends no parts of files, so that no weight can come while the "
            "model runs. Keep downloads (Preferences), or save the model first.");
    case NothingToBudget::OneStep:
        break;
    }
    return tr("Nothing to limit: one step needs all weights at once.");
}

void BudgetPanel::updateState()
{
    const bool canChoose = m_controller.canLoad();
    setEnabled(canChoose);
    m_slider->setVisible(isChecked());
    m_size->setVisible(isChecked());
    m_measure->setVisible(isChecked());
    m_effect->setVisible(isChecked());
    m_going->setVisible(isChecked() && m_isMeasuring);
    m_slider->setEnabled(hasChoice());
    m_size->setEnabled(hasChoice());
    m_measure->setText(m_isMeasuring ? tr("&Stop Measuring") : tr("&Measure a Run"));
    m_measure->setEnabled(hasChoice() && (m_isMeasuring || !m_curve->predicted.all.isRunMeasured));
    const bool isKnown = m_curve && !m_isWantedNew;
    m_choices.setAwaitsBudget(isChecked() && canChoose && !isKnown);
    if (!isChecked() || !canChoose)
        return;
    if (!isKnown && !m_isAsked)
        ask(false);
    else if (m_curve && m_curve->hasFailed)
        m_effect->setText(tr("What limits cost could not be predicted, and Problems says why: a load takes "
                             "the memory that it needs."));
    else if (m_curve && !hasChoice())
        m_effect->setText(whyNothing());
}

} // namespace weightless::ui
