// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/languages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QTranslator>

namespace weightless::ui {

namespace {

const QString ourFolder = QStringLiteral(":/i18n");
const QString ourName = QStringLiteral("weightless");

} // namespace

QStringList languages()
{
    QStringList languages;
    for (const QString& file : QDir(ourFolder).entryList({ourName + QStringLiteral("_*.qm")}))
        languages.append(file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0));
    languages.removeAll(QStringLiteral("en"));
    languages.prepend(QStringLiteral("en"));
    return languages;
}

QString nameOfLanguage(const QString& language)
{
    // The plain name of Chinese would be that of its spoken form.
    const QLocale locale(language);
    return locale.language() == QLocale::Chinese ? QStringLiteral("简体中文") : locale.nativeLanguageName();
}

bool hasFontFor(const QString& language)
{
    switch (QLocale(language).script()) {
    case QLocale::JapaneseScript:
        return !QFontDatabase::families(QFontDatabase::Japanese).isEmpty();
    case QLocale::SimplifiedHanScript:
        return !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
    default:
        return true;
    }
}

void useLanguage(const QString& language)
{
    if (!language.isEmpty() && QLocale().language() != QLocale(language).language())
        QLocale::setDefault(QLocale(language));
}

// English stands below every other language: it knows the plurals.
Translations::Translations(const QLocale& locale)
{
    install(QLocale(QLocale::English), ourName, ourFolder);
    // Ours are of the Qt that this was built with; the system's, where it has them, of the one that runs.
    const QString qtName = QStringLiteral("qtbase");
    if (!install(locale, qtName, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        install(locale, qtName, ourFolder);
    install(locale, ourName, ourFolder);
}

Translations::~Translations()
{
    for (const auto& translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
}

bool Translations::install(const QLocale& locale, const QString& name, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), folder))
        return false;
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
    return true;
}

} // namespace weightless::ui
