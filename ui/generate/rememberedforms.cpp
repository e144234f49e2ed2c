// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/rememberedforms.h"

#include "engine/diffusion/schedule/solvernames.h"
#include "engine/runtime/weightstypename.h"
#include "ui/text/text.h"

#include <QLocale>

#include <cmath>

namespace weightless::ui {

namespace {

using Words = QMap<QString, QString>;

const QString promptKey = QStringLiteral("prompt");
const QString negativePromptKey = QStringLiteral("negativePrompt");
const QString seedKey = QStringLiteral("seed");
const QString stepsKey = QStringLiteral("steps");
const QString guidanceKey = QStringLiteral("guidance");
const QString solverKey = QStringLiteral("scheduler");
const QString widthKey = QStringLiteral("width");
const QString heightKey = QStringLiteral("height");
const QString countKey = QStringLiteral("count");
const QString inTurnKey = QStringLiteral("inTurn");
const QString modeKey = QStringLiteral("mode");
const QString weightsTypeKey = QStringLiteral("weightsType");
const QString budgetKey = QStringLiteral("deviceBudget");

const QStringList& keys()
{
    static const QStringList keys {promptKey, negativePromptKey, seedKey, stepsKey, guidanceKey, solverKey,
        widthKey, heightKey, countKey, inTurnKey, modeKey, weightsTypeKey, budgetKey};
    return keys;
}

QString addressOf(const PipelinePlace& place)
{
    return isWebAddress(place.location) ? place.shown() : absolutePathText(place.location);
}

// By the words that the command line has for them.
Words wordsOf(const diffusion::GenerationRequest& request)
{
    const LoadOptions& load = request.parts.load;
    const auto& type = request.parts.weightsType;
    return {
        {promptKey, fromUtf8(request.prompt)},
        {negativePromptKey, fromUtf8(request.negativePrompt)},
        {seedKey, QString::number(request.seed)},
        {stepsKey, QString::number(request.steps)},
        {guidanceKey, QLocale::c().toString(request.guidance, 'g', QLocale::FloatingPointShortest)},
        {solverKey, fromUtf8(diffusion::toString(request.solver))},
        {widthKey, QString::number(request.width)},
        {heightKey, QString::number(request.height)},
        {countKey, QString::number(request.count)},
        {inTurnKey, QString::number(request.inTurn ? 1 : 0)},
        {modeKey, fromUtf8(toString(load.mode))},
        {weightsTypeKey, type ? fromUtf8(weightsTypeName(*type)) : QString()},
        {budgetKey, QString::number(load.deviceBudget)},
    };
}

// What is no such word, as in settings that somebody edited, leaves what was suggested.
template <typename Number>
void readNumber(const Words& words, const QString& key, qlonglong least, Number& number)
{
    bool isNumber = false;
    const qlonglong value = words.value(key).toLongLong(&isNumber);
    if (isNumber && value >= least)
        number = static_cast<Number>(value);
}

void readWords(const Words& words, diffusion::GenerationRequest& request)
{
    request.prompt = toUtf8(words.value(promptKey));
    request.negativePrompt = toUtf8(words.value(negativePromptKey));
    readNumber(words, seedKey, 0, request.seed);
    readNumber(words, stepsKey, 1, request.steps);
    readNumber(words, widthKey, 1, request.width);
    readNumber(words, heightKey, 1, request.height);
    readNumber(words, countKey, 1, request.count);
    readNumber(words, inTurnKey, 0, request.inTurn);
    readNumber(words, budgetKey, 0, request.parts.load.deviceBudget);
    bool isNumber = false;
    const double guidance = QLocale::c().toDouble(words.value(guidanceKey), &isNumber);
    if (isNumber && std::isfinite(guidance))
        request.guidance = guidance;
    for (const diffusion::Solver solver : diffusion::allSolvers()) {
        if (words.value(solverKey) == fromUtf8(diffusion::toString(solver)))
            request.solver = solver;
    }
    if (const auto mode = loadModeFromString(toUtf8(words.value(modeKey))))
        request.parts.load.mode = *mode;
    request.parts.weightsType = weightsTypeFromString(toUtf8(words.value(weightsTypeKey)));
}

Words readEntry(QSettings& settings)
{
    Words words;
    for (const QString& key : keys()) {
        const QString word = settings.value(key).toString();
        if (!word.isNull() && word.size() <= RememberedForms::mostText)
            words.insert(key, word);
    }
    return words;
}

void writeEntry(QSettings& settings, const Words& words)
{
    for (const auto& [key, word] : words.asKeyValueRange()) {
        if (word.size() <= RememberedForms::mostText)
            settings.setValue(key, word);
    }
}

} // namespace

std::optional<diffusion::GenerationRequest> RememberedForms::of(
    const PipelinePlace& place, const diffusion::GenerationRequest& suggested) const
{
    const Words words = m_words.of(addressOf(place));
    if (words.isEmpty())
        return std::nullopt;
    diffusion::GenerationRequest request = suggested;
    readWords(words, request);
    return request;
}

void RememberedForms::remember(const PipelinePlace& place, const diffusion::GenerationRequest& request)
{
    if (m_words.remember(addressOf(place), wordsOf(request)))
        emit changed();
}

void RememberedForms::restore(QSettings& settings)
{
    m_words.restore(settings, readEntry);
}

void RememberedForms::save(QSettings& settings)
{
    m_words.save(settings, readEntry, writeEntry);
}

} // namespace weightless::ui
