// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rememberedruns.h"

#include "ui/models/typednumbers.h"
#include "ui/text/text.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <optional>

namespace weightless::ui {

namespace {

const QString labelsKey = QStringLiteral("labels");
const QString vocabularyKey = QStringLiteral("vocabulary");
const QString inputsKey = QStringLiteral("inputs");
const QString sizesKey = QStringLiteral("sizes");
const QString nameKey = QStringLiteral("name");
const QString kindKey = QStringLiteral("kind");
const QString valueKey = QStringLiteral("value");

// Words that stay what they are when a kind is added, one for each range of a picture.
const auto& kinds()
{
    static const std::array kinds {
        std::pair {QStringLiteral("random"), InputSource {.kind = InputKind::Random}},
        std::pair {QStringLiteral("zeros"), InputSource {.kind = InputKind::Zeros}},
        std::pair {QStringLiteral("ones"), InputSource {.kind = InputKind::Ones}},
        std::pair {QStringLiteral("numbers"), InputSource {.kind = InputKind::Number}},
        std::pair {QStringLiteral("file"), InputSource {.kind = InputKind::File}},
        std::pair {QStringLiteral("text"), InputSource {.kind = InputKind::Text}},
        std::pair {QStringLiteral("image 0 to 1"), InputSource {.kind = InputKind::Image}},
        std::pair {QStringLiteral("image -1 to 1"),
            InputSource {.kind = InputKind::Image, .imageRange = ImageRange::MinusOneToOne}},
        std::pair {QStringLiteral("image of bytes"),
            InputSource {.kind = InputKind::Image, .imageRange = ImageRange::Bytes}},
        std::pair {QStringLiteral("image as ImageNet"),
            InputSource {.kind = InputKind::Image, .imageRange = ImageRange::ImageNet}},
    };
    return kinds;
}

QString kindOf(const InputSource& source)
{
    const auto found = std::ranges::find_if(kinds(), [&](const auto& kind) {
        return kind.second.kind == source.kind
            && (source.kind != InputKind::Image || kind.second.imageRange == source.imageRange);
    });
    return found == kinds().end() ? QString() : found->first;
}

// In brackets and as programs write numbers: read the same whatever the user's language is by then.
QString listOf(const InputSource& source)
{
    QStringList numbers;
    const auto add = [&numbers](const FillNumber& number) {
        numbers.append(number.whole ? QString::number(*number.whole)
                : number.large      ? QString::number(*number.large)
                               : QLocale::c().toString(number.value, 'g', QLocale::FloatingPointShortest));
    };
    if (source.list.empty())
        add(source.number);
    std::ranges::for_each(source.list, add);
    return QLatin1Char('[') + numbers.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString valueOf(const InputSource& source)
{
    switch (source.kind) {
    case InputKind::Random:
        return QString::number(source.seed);
    case InputKind::Number:
        return listOf(source);
    case InputKind::Text:
        return fromUtf8(source.text);
    case InputKind::File:
    case InputKind::Image:
        return fromPath(source.path);
    default:
        return {};
    }
}

bool setValue(InputSource& source, const QString& value)
{
    bool isOk = true;
    if (source.kind == InputKind::Random) {
        source.seed = value.toULongLong(&isOk);
    } else if (source.kind == InputKind::Number) {
        const auto numbers = numbersIn(value);
        if (!numbers)
            return false;
        source.number = numbers->front();
        source.list = numbers->size() > 1 ? *numbers : std::vector<FillNumber>();
    } else if (source.kind == InputKind::Text) {
        source.text = toUtf8(value);
    } else {
        source.path = toPath(value);
    }
    return isOk;
}

std::optional<InputSource> sourceOf(const QString& kind, const QString& value)
{
    const auto found = std::ranges::find_if(kinds(), [&](const auto& known) { return known.first == kind; });
    if (found == kinds().end() || value.size() > RememberedRuns::mostText)
        return std::nullopt;
    InputSource source = found->second;
    return setValue(source, value) ? std::optional(source) : std::nullopt;
}

RunChoices readChoices(QSettings& settings)
{
    RunChoices choices;
    choices.labels = settings.value(labelsKey).toString();
    choices.vocabulary = settings.value(vocabularyKey).toString();
    readArray(settings, inputsKey, RememberedRuns::mostEntries, [&] {
        const auto source = sourceOf(settings.value(kindKey).toString(), settings.value(valueKey).toString());
        if (source)
            choices.inputs.insert_or_assign(toUtf8(settings.value(nameKey).toString()), *source);
    });
    readArray(settings, sizesKey, RememberedRuns::mostEntries, [&] {
        bool isNumber = false;
        const qlonglong size = settings.value(valueKey).toLongLong(&isNumber);
        if (isNumber && size >= 0)
            choices.sizes.insert_or_assign(toUtf8(settings.value(nameKey).toString()), size);
    });
    return choices;
}

void writeChoices(QSettings& settings, const RunChoices& choices)
{
    settings.setValue(labelsKey, choices.labels);
    settings.setValue(vocabularyKey, choices.vocabulary);
    int index = 0;
    settings.beginWriteArray(inputsKey);
    for (const auto& [name, source] : choices.inputs) {
        const QString value = valueOf(source);
        if (value.size() > RememberedRuns::mostText || index == RememberedRuns::mostEntries)
            continue;
        settings.setArrayIndex(index++);
        settings.setValue(nameKey, fromUtf8(name));
        settings.setValue(kindKey, kindOf(source));
        settings.setValue(valueKey, value);
    }
    settings.endArray();
    index = 0;
    settings.beginWriteArray(sizesKey);
    for (const auto& [symbol, size] : choices.sizes) {
        if (index == RememberedRuns::mostEntries)
            break;
        settings.setArrayIndex(index++);
        settings.setValue(nameKey, fromUtf8(symbol));
        settings.setValue(valueKey, static_cast<qlonglong>(size));
    }
    settings.endArray();
}

} // namespace

void RememberedRuns::remember(const QString& model, const RunChoices& choices)
{
    if (m_choices.remember(model, choices))
        emit changed();
}

void RememberedRuns::restore(QSettings& settings)
{
    m_choices.restore(settings, readChoices);
}

void RememberedRuns::save(QSettings& settings)
{
    m_choices.save(settings, readChoices, writeChoices);
}

} // namespace weightless::ui
