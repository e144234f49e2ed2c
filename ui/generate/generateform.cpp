// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generateform.h"

#include "ui/generate/budgetfield.h"
#include "ui/pages/weightstypebox.h"
#include "ui/text/modetext.h"
#include "ui/text/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace weightless::ui {

namespace {

constexpr int countDelayMs = 150;
constexpr qsizetype longestPrompt = 100'000; // characters that are counted while typing

constexpr std::array solverTitles {
    std::pair {diffusion::Solver::Pndm, "PNDM (PLMS)"},
    std::pair {diffusion::Solver::Ddim, "DDIM"},
    std::pair {diffusion::Solver::Euler, "Euler"},
    std::pair {diffusion::Solver::EulerAncestral, "Euler ancestral"},
    std::pair {diffusion::Solver::DpmSolverPp2M, "DPM-Solver++ 2M"},
    std::pair {diffusion::Solver::Lcm, "LCM"},
};

} // namespace

QString GenerateForm::solverTitle(diffusion::Solver solver)
{
    for (const auto& [each, title] : solverTitles) {
        if (each == solver)
            return QString::fromLatin1(title);
    }
    return {};
}

GenerateForm::GenerateForm(QWidget* parent)
    : QWidget(parent)
    , m_prompt(new QPlainTextEdit(this))
    , m_negative(new QPlainTextEdit(this))
    , m_promptTokens(new QLabel(this))
    , m_negativeTokens(new QLabel(this))
    , m_solver(new QComboBox(this))
    , m_steps(new QSpinBox(this))
    , m_guidance(new QDoubleSpinBox(this))
    , m_width(new QSpinBox(this))
    , m_height(new QSpinBox(this))
    , m_seed(new QLineEdit(QStringLiteral("0"), this))
    , m_count(new QSpinBox(this))
    , m_mode(new QComboBox(this))
    , m_weightsType(new WeightsTypeBox(this))
    , m_inTurn(new QCheckBox(tr("On&e part at a time"), this))
    , m_budget(new BudgetField(this))
{
    makeFields();
    setFocusProxy(m_prompt);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFields(form);
    m_counting.setSingleShot(true);
    m_counting.setInterval(countDelayMs);
    connect(&m_counting, &QTimer::timeout, this, &GenerateForm::countTokens);
    for (const QPlainTextEdit* const edit : {m_prompt, m_negative})
        connect(edit, &QPlainTextEdit::textChanged, &m_counting, qOverload<>(&QTimer::start));
}

void GenerateForm::makeFields()
{
    for (QPlainTextEdit* const edit : {m_prompt, m_negative}) {
        edit->setTabChangesFocus(true);
        edit->setMinimumHeight(3 * fontMetrics().lineSpacing());
    }
    m_prompt->setPlaceholderText(tr("What the picture shows"));
    m_negative->setPlaceholderText(tr("What it does not show"));
    m_negative->setMaximumHeight(4 * fontMetrics().lineSpacing());
    for (QLabel* const label : {m_promptTokens, m_negativeTokens})
        label->setAlignment(Qt::AlignRight);
    for (const auto& [solver, title] : solverTitles)
        m_solver->addItem(QString::fromLatin1(title), static_cast<int>(solver));
    for (const LoadMode mode :
        {LoadMode::Auto, LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional})
        m_mode->addItem(ModeText::name(mode), static_cast<int>(mode));
    m_steps->setRange(1, 1000);
    m_steps->setValue(20);
    m_steps->setToolTip(tr("Calls of the denoiser; PNDM makes one more"));
    m_guidance->setRange(0, 100);
    m_guidance->setDecimals(1);
    m_guidance->setSingleStep(0.5);
    m_guidance->setToolTip(tr("How closely the prompt is followed; 1 and less halve the work"));
    for (QSpinBox* const side : {m_width, m_height}) {
        side->setRange(8, 8192);
        side->setSuffix(tr(" px"));
        // Sides are whole steps of the latents.
        connect(side, &QSpinBox::editingFinished, this, [side] {
            const int step = side->singleStep();
            side->setValue(std::max(step, (side->value() + step / 2) / step * step));
        });
    }
    m_count->setRange(1, 100);
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,18}")), m_seed));
    m_inTurn->setToolTip(
        tr("Load, run and give back each part before the next one: the least memory, the most loading"));
}

void GenerateForm::addFields(QFormLayout* form)
{
    const auto named = [form](const QString& label, QWidget* field) {
        field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        form->addRow(label, field);
    };
    named(tr("&Prompt"), m_prompt);
    form->addRow(QString(), m_promptTokens);
    named(tr("Ne&gative prompt"), m_negative);
    form->addRow(QString(), m_negativeTokens);
    named(tr("S&cheduler"), m_solver);
    named(tr("&Steps"), m_steps);
    named(tr("G&uidance"), m_guidance);
    named(tr("&Width"), m_width);
    named(tr("&Height"), m_height);
    auto* seedRow = new QWidget(this);
    auto* seedLayout = new QHBoxLayout(seedRow);
    seedLayout->setContentsMargins(0, 0, 0, 0);
    auto* roll = new QToolButton(seedRow);
    roll->setText(tr("R&andom"));
    roll->setToolTip(tr("Another seed: another picture"));
    seedLayout->addWidget(m_seed);
    seedLayout->addWidget(roll);
    m_seed->setAccessibleName(tr("Seed"));
    auto* seedLabel = new QLabel(tr("See&d"), this);
    seedLabel->setBuddy(m_seed);
    form->addRow(seedLabel, seedRow);
    connect(roll, &QToolButton::clicked, this,
        [this] { m_seed->setText(QString::number(QRandomGenerator::global()->generate())); });
    named(tr("P&ictures"), m_count);
    named(tr("&Load"), m_mode);
    named(tr("T&ype of weights"), m_weightsType);
    form->addRow(QString(), m_inTurn);
    form->addRow(QString(), m_budget);
}

void GenerateForm::setInfo(const std::shared_ptr<const PipelineInfo>& info)
{
    m_info = info;
    for (QSpinBox* const side : {m_width, m_height})
        side->setSingleStep(info->sizeStep);
    setRequest([&] {
        diffusion::GenerationRequest request = info->defaults;
        request.prompt = toUtf8(m_prompt->toPlainText());
        request.negativePrompt = toUtf8(m_negative->toPlainText());
        request.seed = m_seed->text().toULongLong();
        return request;
    }());
    m_budget->propose(static_cast<uint64_t>(info->largestPartBytes), info->leastBudgetBytes);
    m_width->setEnabled(!info->fixedWidth);
    m_height->setEnabled(!info->fixedHeight);
    countTokens();
}

void GenerateForm::setPrompt(const QString& prompt)
{
    m_prompt->setPlainText(prompt);
}

void GenerateForm::setRequest(const diffusion::GenerationRequest& request)
{
    m_prompt->setPlainText(fromUtf8(request.prompt));
    m_negative->setPlainText(fromUtf8(request.negativePrompt));
    m_solver->setCurrentIndex(m_solver->findData(static_cast<int>(request.solver)));
    m_steps->setValue(static_cast<int>(request.steps));
    m_guidance->setValue(request.guidance);
    m_width->setValue(static_cast<int>(request.width));
    m_height->setValue(static_cast<int>(request.height));
    m_seed->setText(QString::number(request.seed));
    m_count->setValue(static_cast<int>(request.count));
    m_mode->setCurrentIndex(m_mode->findData(static_cast<int>(request.parts.load.mode)));
    m_weightsType->setType(request.parts.weightsType);
    m_inTurn->setChecked(request.inTurn);
    m_budget->setBytes(request.parts.load.deviceBudget);
}

diffusion::GenerationRequest GenerateForm::choices() const
{
    diffusion::GenerationRequest request;
    request.prompt = toUtf8(m_prompt->toPlainText());
    request.negativePrompt = toUtf8(m_negative->toPlainText());
    request.solver = static_cast<diffusion::Solver>(m_solver->currentData().toInt());
    request.steps = m_steps->value();
    request.guidance = m_guidance->value();
    request.width = m_width->value();
    request.height = m_height->value();
    request.seed = m_seed->text().toULongLong();
    request.count = m_count->value();
    request.parts.load.mode = static_cast<LoadMode>(m_mode->currentData().toInt());
    request.parts.weightsType = m_weightsType->type();
    request.inTurn = m_inTurn->isChecked();
    request.parts.load.deviceBudget = m_budget->bytes();
    return request;
}

diffusion::GenerationRequest GenerateForm::request() const
{
    diffusion::GenerationRequest request = choices();
    // A limit is for copies; by itself a device might take the file's own pages.
    if (request.parts.load.deviceBudget > 0 && request.parts.load.mode == LoadMode::Auto)
        request.parts.load.mode = LoadMode::Streamed;
    return request;
}

QString GenerateForm::countOf(const QPlainTextEdit& edit) const
{
    const QString text = edit.toPlainText();
    if (!m_info || text.size() > longestPrompt)
        return {};
    const diffusion::TokenizedText tokens = m_info->tokenizer->tokenize(toUtf8(text), m_info->tokenLength);
    // Start and end count, as the encoder sees them.
    const QString count = tr("%1 / %2 tokens").arg(tokens.tokenCount + 2).arg(m_info->tokenLength);
    return tokens.isTruncated() ? tr("%1 – the rest is cut off").arg(count) : count;
}

void GenerateForm::countTokens()
{
    m_promptTokens->setText(countOf(*m_prompt));
    m_negativeTokens->setText(countOf(*m_negative));
}

QString GenerateForm::tokenText() const
{
    return m_promptTokens->text();
}

} // namespace weightless::ui
