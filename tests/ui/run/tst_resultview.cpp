// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/outputmodel.h"
#include "ui/run/resultview.h"

#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

class ResultViewTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhatTheProfileIs()
    {
        EngineController controller;
        OutputModel outputs;
        ResultView view(controller, outputs);
        const auto labels = view.findChildren<QLabel*>();
        const auto sum = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->accessibleName() == QLatin1String("Sum of the profile");
        });
        QVERIFY(sum != labels.end());
        const auto textOf = [&](RunResult result) {
            view.showResult(std::make_shared<const RunResult>(std::move(result)));
            return (*sum)->text();
        };
        QVERIFY(textOf({.steps = {{"a", "Conv", "conv", 3}}}).contains(QLatin1String("1 step")));
        QVERIFY(textOf({}).contains(QLatin1String("not profiled")));
        QVERIFY(textOf({.lacksTimestamps = true}).contains(QLatin1String("no timestamps")));
        view.showResult({});
        QVERIFY((*sum)->text().isEmpty());
    }
};

QTEST_MAIN(ResultViewTest)
#include "tst_resultview.moc"
