// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

#include <memory>
#include <vector>

class QTranslator;

namespace weightless::ui {

// The languages that there are texts for ("en", "de" …), English first.
[[nodiscard]] QStringList languages();
// Its own name for itself: "Deutsch".
[[nodiscard]] QString nameOfLanguage(const QString& language);
// The letters of Inter do for Latin languages; the others need a font of the system.
[[nodiscard]] bool hasFontFor(const QString& language);
// Of texts; numbers and dates stay the system's where it speaks that language too. Empty: the system's.
void useLanguage(const QString& language);

// The program's texts, and Qt's own, in one language for as long as this lives.
class Translations {
public:
    explicit Translations(const QLocale& locale = QLocale());
    ~Translations();
    Translations(const Translations&) = delete;
    Translations& operator=(const Translations&) = delete;

private:
    // False where there is none.
    bool install(const QLocale& locale, const QString& name, const QString& folder);

    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

} // namespace weightless::ui
