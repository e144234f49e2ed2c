// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/problemgroups.h"

#include "engine/base/text.h"
#include "engine/onnx/problemtexts.h"
#include "ui/text/text.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <ranges>
#include <string_view>
#include <unordered_map>

namespace weightless::ui {

namespace {

constexpr std::string_view constantPrefix = "Constant '"; // of ConstantInfo::problem, then name and type

struct Group {
    std::string_view first;
    int count = 0;
    bool isOfConstants = false;
};

// What equal causes have in common: the text without its numbers, and without what it is about. The file that
// is missing stays in.
std::string causeOf(std::string_view message)
{
    const bool isOfConstant = message.starts_with(constantPrefix);
    if (const size_t end = message.find("]: "); isOfConstant && end != std::string_view::npos)
        message.remove_prefix(end);
    std::string cause;
    bool isQuoted = false;
    for (const char c : message) {
        if (c == '\'' && !isOfConstant)
            isQuoted = !isQuoted;
        else if (!isQuoted && !std::isdigit(static_cast<unsigned char>(c)))
            cause += c;
    }
    return cause;
}

// "and 148 more tensors …": more of what is listed before; 0: something else.
int uncountedConstants(std::string_view message)
{
    constexpr std::string_view begin = "and ";
    int count = 0;
    if (message.starts_with(begin) && message.ends_with(onnx_io::uncountedTensors))
        std::from_chars(message.data() + begin.size(), message.data() + message.size(), count);
    return count;
}

struct CountedProblem {
    std::string_view text;
    int count = 1;
};

// What the reader counted of one data file already, without that number.
CountedProblem countedOfAFile(std::string_view message)
{
    const size_t place = message.rfind(onnx_io::constantsOfTheFile);
    if (place == std::string_view::npos)
        return {message};
    CountedProblem counted {message.substr(0, place)};
    const std::string_view number = message.substr(place + onnx_io::constantsOfTheFile.size());
    const auto read = std::from_chars(number.data(), number.data() + number.size(), counted.count);
    return read.ec == std::errc() ? counted : CountedProblem {message};
}

} // namespace

std::vector<Problem> ProblemGroups::ofOpening(const std::vector<std::string>& messages)
{
    constexpr Task task = Task::Open;
    std::vector<Group> groups;
    std::unordered_map<std::string, size_t> groupOfCause;
    for (const std::string& message : messages) {
        if (const int count = uncountedConstants(message); count > 0 && !groups.empty()) {
            const auto last = std::ranges::find(std::views::reverse(groups), true, &Group::isOfConstants);
            (last == groups.rend() ? groups.back() : *last).count += count;
            continue;
        }
        const CountedProblem problem = countedOfAFile(message);
        const auto [found, isNew] = groupOfCause.emplace(causeOf(problem.text), groups.size());
        if (isNew)
            groups.push_back({.first = problem.text, .isOfConstants = message.starts_with(constantPrefix)});
        groups[found->second].count += problem.count;
    }
    std::vector<Problem> problems;
    for (const Group& group : groups) {
        const QString first = fromUtf8(group.first);
        const QString advice =
            ProblemText::advice(task, group.isOfConstants ? ErrorKind::Io : ErrorKind::InvalidArgument);
        if (group.count == 1)
            problems.push_back(warningOf(task, first, advice));
        else if (group.isOfConstants)
            problems.push_back(warningOf(task,
                tr("%Ln constant(s) have no bytes to be set from. The first: %1", nullptr, group.count)
                    .arg(first),
                advice));
        else
            problems.push_back(warningOf(task,
                tr("%Ln problem(s) of one kind. The first: %1", nullptr, group.count).arg(first), advice));
    }
    return problems;
}

Problem ProblemGroups::ofClamped(const std::vector<ClampedConstant>& clamped)
{
    constexpr qsizetype mostNames = 3;
    quint64 values = 0;
    QStringList names;
    bool mayBe = false;
    for (const ClampedConstant& constant : clamped) {
        values += constant.values;
        mayBe = mayBe || constant.mayBe;
        if (names.size() < mostNames)
            names.append(fromUtf8(quotedName(constant.name)));
    }
    QString list = names.join(QStringLiteral(", "));
    if (const auto all = static_cast<qsizetype>(clamped.size()); all > names.size())
        list = tr("%1 and %2 more").arg(list, QLocale().toString(all - names.size()));
    const QString what = mayBe
        ? tr("Weights have values beyond %1, which become its largest number where they meet values of that "
             "type: %2 of them, in %3")
        : tr("Weights have values beyond %1, which became its largest number: %2 of them, in %3");
    return warningOf(Task::Load,
        what.arg(fromUtf8(toString(clamped.front().type)), QLocale().toString(values), list),
        tr("Load the weights as they are stored, or as bf16, if the results matter."));
}

} // namespace weightless::ui
