// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/languages.h"
#include "ui/text/projecttext.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>

using namespace weightless::ui;

namespace {

struct Message {
    QString context;
    QString source;
    QStringList translations; // more than one: plural forms
    bool isFinished = true;
    bool hasPlurals = false;
};

QList<Message> messagesOf(const QString& language)
{
    QList<Message> messages;
    QFile file(QStringLiteral(WEIGHTLESS_TRANSLATIONS "/weightless_%1.ts").arg(language));
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader reader(&file);
    QString context;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (reader.name() == QLatin1String("name")) {
            context = reader.readElementText();
        } else if (reader.name() == QLatin1String("message")) {
            messages.append({.context = context});
            messages.last().hasPlurals = reader.attributes().hasAttribute(QLatin1String("numerus"));
        } else if (reader.name() == QLatin1String("source")) {
            messages.last().source = reader.readElementText();
        } else if (reader.name() == QLatin1String("translation")) {
            Message& message = messages.last();
            message.isFinished = !reader.attributes().hasAttribute(QLatin1String("type"));
            if (!message.hasPlurals)
                message.translations.append(reader.readElementText());
        } else if (reader.name() == QLatin1String("numerusform")) {
            messages.last().translations.append(reader.readElementText());
        }
    }
    return messages;
}

// Places for arguments, sorted: "%1", "%L2". The count stands where a language wants it.
QStringList placesIn(const QString& text, bool withCount)
{
    static const QRegularExpression place(QStringLiteral("%L?[0-9]|%L?n"));
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();) {
        const QString found = match.next().captured();
        if (withCount || !found.endsWith(QLatin1Char('n')))
            places.append(found);
    }
    places.sort();
    return places;
}

int mnemonicsIn(QString text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&[^\\s&]"));
    text.remove(QStringLiteral("&&"));
    return static_cast<int>(text.count(mnemonic));
}

QStringList tagsIn(const QString& text)
{
    static const QRegularExpression tag(QStringLiteral("</?[a-z][a-z0-9]*"));
    QStringList tags;
    for (auto match = tag.globalMatch(text); match.hasNext();)
        tags.append(match.next().captured());
    tags.sort();
    return tags;
}

// What is wrong with a translation; empty when nothing is.
QString faultOf(const Message& message)
{
    if (!message.isFinished || message.translations.isEmpty())
        return QStringLiteral("is not translated");
    const bool hasRichText = message.source.contains(QLatin1String("</"));
    for (const QString& text : message.translations) {
        if (text.trimmed().isEmpty())
            return QStringLiteral("is empty");
        if (placesIn(text, !message.hasPlurals) != placesIn(message.source, !message.hasPlurals))
            return QStringLiteral("has other places for arguments: ") + text;
        if (!hasRichText && mnemonicsIn(text) != mnemonicsIn(message.source))
            return QStringLiteral("has other mnemonics: ") + text;
        if (tagsIn(text) != tagsIn(message.source))
            return QStringLiteral("has other tags: ") + text;
        if (text.endsWith(QStringLiteral("…")) != message.source.endsWith(QStringLiteral("…")))
            return QStringLiteral("says otherwise whether a dialog follows: ") + text;
        if (text.count(QStringLiteral(";;")) != message.source.count(QStringLiteral(";;")))
            return QStringLiteral("has another number of file filters: ") + text;
    }
    return {};
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsTranslated_data()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : languages()) {
            if (language != QLatin1String("en"))
                QTest::addRow("%s", qPrintable(language)) << language;
        }
    }
    void everyTextIsTranslated()
    {
        QFETCH(QString, language);
        const QList<Message> messages = messagesOf(language);
        QVERIFY(messages.size() > 900);
        QStringList faults;
        for (const Message& message : messages) {
            if (const QString fault = faultOf(message); !fault.isEmpty())
                faults.append(
                    message.context + QStringLiteral(": '") + message.source + QStringLiteral("' ") + fault);
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void allLanguagesHaveTheSameTexts()
    {
        QStringList first;
        for (const QString& language : languages()) {
            if (language == QLatin1String("en"))
                continue;
            QStringList sources;
            for (const Message& message : messagesOf(language))
                sources.append(message.context + QLatin1Char('\n') + message.source);
            sources.sort();
            if (first.isEmpty())
                first = sources;
            QCOMPARE(sources.size(), first.size());
            QVERIFY(sources == first);
        }
        // English has the plurals of all.
        for (const Message& message : messagesOf(QStringLiteral("en")))
            QVERIFY(first.contains(message.context + QLatin1Char('\n') + message.source));
    }

    // What the program finds is what the files say.
    void theProgramSpeaks()
    {
        const auto load = [] { return QCoreApplication::translate("WindowPages", "Tensors"); };
        QCOMPARE(load(), QStringLiteral("Tensors"));
        {
            const Translations german {QLocale(QStringLiteral("de"))};
            QCOMPARE(load(), QStringLiteral("Tensoren"));
            QCOMPARE(ProjectText::roleNamed("denoiser"), QStringLiteral("Entrauscher"));
            QCOMPARE(ProjectText::roleNamed("text encoder 2"), QStringLiteral("Textencoder 2"));
        }
        {
            const Translations chinese {QLocale(QStringLiteral("zh_CN"))};
            QCOMPARE(load(), QStringLiteral("张量"));
        }
        QCOMPARE(load(), QStringLiteral("Tensors"));
    }

    // Its words come along: a system without Qt, and Windows, have none.
    void qtSpeaks_data() { everyTextIsTranslated_data(); }
    void qtSpeaks()
    {
        QFETCH(QString, language);
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/i18n/qtbase_%1.qm").arg(language)));
        const auto cancel = [] { return QCoreApplication::translate("QPlatformTheme", "Cancel"); };
        QCOMPARE(cancel(), QStringLiteral("Cancel"));
        const Translations translations {QLocale(language)};
        QCOMPARE(cancel(), translator.translate("QPlatformTheme", "Cancel"));
        QVERIFY(cancel() != QStringLiteral("Cancel"));
    }
};

QTEST_MAIN(TranslationsTest)
#include "tst_translations.moc"
