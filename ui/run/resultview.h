// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTabWidget;
class QTableView;

namespace weightless::widgets {
class CurveView;
class ElidingLabel;
class TimelineView;
} // namespace weightless::widgets

namespace weightless::ui {

class ClassesPage;
class OutputModel;
class OutputReferences;
class PicturePage;
class ProfileModel;
class ReferenceButtons;
class RememberedRuns;
class TextPage;
class ValueInspector;
class ValueTree;

// What a run produced: outputs with statistics, the values and the picture of one of them, and the profile.
class ResultView : public QWidget {
    Q_OBJECT

public:
    // What is passed outlives the view.
    ResultView(EngineController& controller, OutputModel& outputs, RememberedRuns& remembered,
        QWidget* parent = nullptr);

    // What outputs are compared with; it outlives the view.
    void setReferences(OutputReferences& references);
    void showResult(const RunResultPtr& result);
    // The same of a run that has just ended: what it says may come to the front.
    void showRun(const RunResultPtr& result);
    void showProfile(); // brings it to the front
    void clearStep(); // something else is selected in the window

signals:
    // A step of the profile was chosen, by the name of its node.
    void nodeChosen(const QString& node);
    void scopeChosen(const QString& path); // of an outermost scope of it
    // The graph is to be seen in the colours of the profile.
    void graphWanted();
    void saved(const QString& path); // the profile
    void failed(const QString& message); // to save it

private:
    QWidget* makeOutputs();
    QWidget* makeProfile();
    [[nodiscard]] int currentOutput() const;
    [[nodiscard]] QWidget* makeProfileBar();
    void chooseRow(const QModelIndex& index);
    void chooseStep(int step);
    void markStep(int step);
    void regroupProfile();
    void saveProfile();
    void showOutput();
    [[nodiscard]] bool takesPictures() const;
    void keepInFront(QWidget* front);
    void showTimeline(const RunResultPtr& result);
    [[nodiscard]] static QString waitedText(const RunResult& result);
    void showCopies(const RunResultPtr& result);
    void showBest(const RunResult& result);
    [[nodiscard]] bool areNumbersInFront() const;
    [[nodiscard]] QWidget* bestPageOf(const RunResult& result);
    [[nodiscard]] QWidget* findingPageOf(const RunResult& result);
    void findLabels();
    void chooseLabels();
    void dropLabels();
    void rememberLabels(const QString& path);
    void chooseVocabulary();
    void chooseReference(const QString& output);
    void setLabels(const std::vector<std::string>& labels);
    void save();

    EngineController& m_controller;
    OutputModel& m_outputs;
    RememberedRuns& m_remembered;
    ValueInspector* m_values;
    ValueTree* m_elements; // of what is no tensor
    QStackedWidget* m_valuePages;
    ProfileModel* m_profile;
    QSortFilterProxyModel* m_profileProxy;
    QTabWidget* m_tabs;
    widgets::ElidingLabel* m_shown; // the name of the output that the tabs show
    QTableView* m_outputTable;
    QTableView* m_profileTable;
    QLabel* m_copies;
    PicturePage* m_picture;
    ClassesPage* m_classes;
    TextPage* m_text;
    widgets::CurveView* m_curve;
    widgets::TimelineView* m_timeline;
    bool m_isFirstRun = true; // of this model
    bool m_mayComeForward = true; // what shows a run best, until something did or the user chose
    widgets::ElidingLabel* m_profileSum;
    QComboBox* m_grouping;
    QPushButton* m_onGraph;
    QPushButton* m_saveProfile;
    RunResultPtr m_result; // that is shown
    QPointer<QWidget> m_left; // the tab that the user had in front, until there is something for it again
    bool m_isShowing = false;
    bool m_isChoosing = false; // what is marked follows what was chosen
    QPushButton* m_save;
    QPushButton* m_read;
    ReferenceButtons* m_compare;
    OutputReferences* m_references = nullptr;
};

} // namespace weightless::ui
