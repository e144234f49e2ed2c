<?xml version="1.0" encoding="utf-8"?>
<!-- SPDX-FileCopyrightText: 2026 The Weightless developers -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>LoadText</name>
    <message numerus="yes">
        <source>; %Ln constant(s) come with each run</source>
        <translation>
            <numerusform>; %Ln constant comes with each run</numerusform>
            <numerusform>; %Ln constants come with each run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) to load.</source>
        <translation>
            <numerusform>%Ln weight to load.</numerusform>
            <numerusform>%Ln weights to load.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. Put the data in place and choose File &gt; Reload from Disk. The first: %1</source>
        <translation>
            <numerusform>%Ln constant has no bytes to be set from. Put the data in place and choose File &gt; Reload from Disk. The first: %1</numerusform>
            <numerusform>%Ln constants have no bytes to be set from. Put the data in place and choose File &gt; Reload from Disk. The first: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemGroups</name>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. The first: %1</source>
        <translation>
            <numerusform>%Ln constant has no bytes to be set from. The first: %1</numerusform>
            <numerusform>%Ln constants have no bytes to be set from. The first: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) of one kind. The first: %1</source>
        <translation>
            <numerusform>%Ln problem of one kind. The first: %1</numerusform>
            <numerusform>%Ln problems of one kind. The first: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PropertiesRows</name>
    <message numerus="yes">
        <source>… %Ln more</source>
        <translation>
            <numerusform>… %Ln more</numerusform>
            <numerusform>… %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PropertiesText</name>
    <message numerus="yes">
        <source>%Ln, %1</source>
        <translation>
            <numerusform>%Ln, %1</numerusform>
            <numerusform>%Ln, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::DiffDialog</name>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ</source>
        <translation>
            <numerusform>%1, %Ln value differs</numerusform>
            <numerusform>%1, %Ln values differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ, only in the sign of zero</source>
        <translation>
            <numerusform>%1, %Ln value differs, only in the sign of zero</numerusform>
            <numerusform>%1, %Ln values differ, only in the sign of zero</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::DuplicatesDialog</name>
    <message numerus="yes">
        <source>%Ln equal weight(s)</source>
        <translation>
            <numerusform>%Ln equal weight</numerusform>
            <numerusform>%Ln equal weights</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) of weights of %1 or more with the same values; one of each would be %2 less.</source>
        <translation>
            <numerusform>%Ln group of weights of %1 or more with the same values; one of each would be %2 less.</numerusform>
            <numerusform>%Ln groups of weights of %1 or more with the same values; one of each would be %2 less.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateDialog</name>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file.</source>
        <translation>
            <numerusform>%Ln picture that was made is in no file.</numerusform>
            <numerusform>%Ln pictures that were made are in no file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file. Closing the window loses them.</source>
        <translation>
            <numerusform>%Ln picture that was made is in no file. Closing the window loses it.</numerusform>
            <numerusform>%Ln pictures that were made are in no file. Closing the window loses them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::GeneratePage</name>
    <message numerus="yes">
        <source>%1 %Ln picture(s) that were in no file had to make room.</source>
        <translation>
            <numerusform>%1 %Ln picture that was in no file had to make room.</numerusform>
            <numerusform>%1 %Ln pictures that were in no file had to make room.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphPage</name>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln box</numerusform>
            <numerusform>%Ln boxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::MainWindow</name>
    <message numerus="yes">
        <source>Operator %1 is not known to this build (%Ln node(s), first &apos;%2&apos;)</source>
        <translation>
            <numerusform>Operator %1 is not known to this build (%Ln node, first &apos;%2&apos;)</numerusform>
            <numerusform>Operator %1 is not known to this build (%Ln nodes, first &apos;%2&apos;)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingDataNotice</name>
    <message numerus="yes">
        <source>%Ln weight(s) need %1, which is not beside the model.</source>
        <translation>
            <numerusform>%Ln weight needs %1, which is not beside the model.</numerusform>
            <numerusform>%Ln weights need %1, which is not beside the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) need files that are not beside the model: %1 and %2 more.</source>
        <translation>
            <numerusform>%Ln weight needs files that are not beside the model: %1 and %2 more.</numerusform>
            <numerusform>%Ln weights need files that are not beside the model: %1 and %2 more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlineModel</name>
    <message numerus="yes">
        <source>%1: %Ln node(s)</source>
        <translation>
            <numerusform>%1: %Ln node</numerusform>
            <numerusform>%1: %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::PicturePage</name>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln box</numerusform>
            <numerusform>%Ln boxes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::PreferencesDialog</name>
    <message numerus="yes">
        <source>%1 in %Ln file(s)</source>
        <translation>
            <numerusform>%1 in %Ln file</numerusform>
            <numerusform>%1 in %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectDialog</name>
    <message numerus="yes">
        <source>%1: %Ln part(s) on %2. All together they need %3 of device memory, one by one %4; %5 are free.</source>
        <translation>
            <numerusform>%1: %Ln part on %2. All together they need %3 of device memory, one by one %4; %5 are free.</numerusform>
            <numerusform>%1: %Ln parts on %2. All together they need %3 of device memory, one by one %4; %5 are free.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not load.</source>
        <translation>
            <numerusform>%Ln part cannot be used and did not load.</numerusform>
            <numerusform>%Ln parts cannot be used and did not load.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not run.</source>
        <translation>
            <numerusform>%Ln part cannot be used and did not run.</numerusform>
            <numerusform>%Ln parts cannot be used and did not run.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ResultView</name>
    <message numerus="yes">
        <source>%1 in %Ln step(s)</source>
        <translation>
            <numerusform>%1 in %Ln step</numerusform>
            <numerusform>%1 in %Ln steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::RunPage</name>
    <message numerus="yes">
        <source>%Ln run(s): median %1, fastest %2, slowest %3.</source>
        <translation>
            <numerusform>%Ln run: median %1, fastest %2, slowest %3.</numerusform>
            <numerusform>%Ln runs: median %1, fastest %2, slowest %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::SizesPage</name>
    <message numerus="yes">
        <source>Planning for %Ln size(s)…</source>
        <translation>
            <numerusform>Planning for one size…</numerusform>
            <numerusform>Planning for %Ln sizes…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorModel</name>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln element</numerusform>
            <numerusform>%Ln elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorsPage</name>
    <message numerus="yes">
        <source>%Ln tensor(s), %1 on disk</source>
        <translation>
            <numerusform>%Ln tensor, %1 on disk</numerusform>
            <numerusform>%Ln tensors, %1 on disk</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowStatusBar</name>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ArenaView</name>
    <message numerus="yes">
        <source>Step %1 of %2: %Ln block(s) of %3</source>
        <translation>
            <numerusform>Step %1 of %2: %Ln block of %3</numerusform>
            <numerusform>Step %1 of %2: %Ln blocks of %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln step</numerusform>
            <numerusform>%Ln steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CurveView</name>
    <message numerus="yes">
        <source>%Ln value(s) from %1 to %2</source>
        <translation>
            <numerusform>%Ln value from %1 to %2</numerusform>
            <numerusform>%Ln values from %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>%Ln value</numerusform>
            <numerusform>%Ln values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphModel</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphView</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %2, %n nodes</source>
        <translation>
            <numerusform>Group %1, %2, %n node</numerusform>
            <numerusform>Group %1, %2, %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n groups are built alike</source>
        <translation>
            <numerusform>%n group is built so</numerusform>
            <numerusform>%n groups are built alike</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HistogramView</name>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 to %2: %Ln value</numerusform>
            <numerusform>%1 to %2: %Ln values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::PictureView</name>
    <message numerus="yes">
        <source>%Ln box(es): %1</source>
        <translation>
            <numerusform>%Ln box: %1</numerusform>
            <numerusform>%Ln boxes: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::TimelineView</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln step in %1</numerusform>
            <numerusform>%Ln steps in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::HeaderBar</name>
    <message numerus="yes">
        <source>%Ln weight(s) have no data</source>
        <translation>
            <numerusform>%Ln weight has no data</numerusform>
            <numerusform>%Ln weights have no data</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputReferences</name>
    <message numerus="yes">
        <source>✓ %Ln output(s) as expected</source>
        <translation>
            <numerusform>✓ %Ln output as expected</numerusform>
            <numerusform>✓ %Ln outputs as expected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %1 of %Ln output(s) not as expected</source>
        <translation>
            <numerusform>✗ %1 of %Ln output not as expected</numerusform>
            <numerusform>✗ %1 of %Ln outputs not as expected</numerusform>
        </translation>
    </message>
</context>
</TS>
