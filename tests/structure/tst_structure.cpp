// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/sourcetree.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace weightless::test;

namespace {

constexpr size_t headerLines = 150;
constexpr size_t sourceLines = 400;

using Rules = std::map<std::string, std::vector<std::string>>;

const std::filesystem::path root = WEIGHTLESS_SOURCE_ROOT;

// The rule whose folder holds `path`; of several the innermost. Null: there is none.
const Rules::value_type* ruleOf(const Rules& rules, std::string_view path)
{
    const Rules::value_type* innermost = nullptr;
    for (const Rules::value_type& rule : rules) {
        if (isInside(path, rule.first)
            && (innermost == nullptr || rule.first.size() > innermost->first.size())) {
            innermost = &rule;
        }
    }
    return innermost;
}

// `folder`, and everything that it is built on.
std::set<std::string> knownBy(const Rules& layers, const std::string& folder)
{
    std::set<std::string> known {folder};
    const auto rule = layers.find(folder);
    if (rule != layers.end()) {
        for (const std::string& below : rule->second) {
            known.merge(knownBy(layers, below));
        }
    }
    return known;
}

bool mayInclude(const Rules& layers, const SourceFile& source, const std::string& include)
{
    const Rules::value_type* const from = ruleOf(layers, source.path);
    const Rules::value_type* const to = ruleOf(layers, include);
    if (from == nullptr || to == nullptr) {
        return false;
    }
    std::set<std::string> known = knownBy(layers, from->first);
    const auto exception = layers.find(unitOf(source.path));
    if (exception != layers.end()) {
        known.merge(knownBy(layers, exception->first));
    }
    return known.contains(to->first);
}

bool isQt(std::string_view include)
{
    return include.size() > 1 && include[0] == 'Q' && include[1] >= 'A' && include[1] <= 'z';
}

} // namespace

// How the sources hang together: no file of the build says it, so nothing else notices.
class TestStructure : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void circlesAreFound();
    void noIncludeCircles();
    void foldersKnowOnlyWhatIsBelow();
    void operatorsDoNotKnowEachOther();
    void internalHeadersStayInside();
    void foreignHeadersStayInTheirFolder();
    void qtStaysInTheWindow();
    void systemHeadersStayInPlatformFiles();
    void filesAreSmall();

private:
    void expectNone(const char* what,
        const std::function<bool(const SourceFile&, const std::string&)>& isWrong,
        bool areForeign = false) const;

    std::vector<SourceFile> m_sources;
};

void TestStructure::initTestCase()
{
    m_sources = readSources(root, {"engine", "widgets", "ui", "app"});
    QVERIFY(m_sources.size() > 300);
}

void TestStructure::expectNone(const char* what,
    const std::function<bool(const SourceFile&, const std::string&)>& isWrong, bool areForeign) const
{
    int count = 0;
    for (const SourceFile& source : m_sources) {
        for (const std::string& include : areForeign ? source.foreignIncludes : source.projectIncludes) {
            if (isWrong(source, include)) {
                ++count;
                qWarning("%s includes %s: %s", source.path.c_str(), include.c_str(), what);
            }
        }
    }
    QCOMPARE(count, 0);
}

void TestStructure::circlesAreFound()
{
    const Edges edges {{"a", {"b"}}, {"b", {"c"}}, {"c", {"a", "d"}}, {"d", {"e"}}, {"e", {}}, {"f", {"a"}}};
    const std::vector<std::set<std::string>> expected {{"a", "b", "c"}};
    QCOMPARE(circles(edges), expected);
    QCOMPARE(unitOf("engine/base/platform/file_linux.cpp"), unitOf("engine/base/platform/file.h"));
}

void TestStructure::noIncludeCircles()
{
    const Rules known = readRules(root / "tests/structure/knowncircles.txt");
    std::set<std::string> inCircles;
    int unknown = 0;
    for (const std::set<std::string>& circle : circles(unitEdges(m_sources))) {
        std::string names;
        bool isKnown = true;
        for (const std::string& unit : circle) {
            names += " " + unit;
            isKnown = isKnown && known.contains(unit);
            inCircles.insert(unit);
        }
        if (!isKnown) {
            ++unknown;
            qWarning("a circle of includes:%s", names.c_str());
        }
    }
    int gone = 0;
    for (const auto& [unit, nothing] : known) {
        if (!inCircles.contains(unit)) {
            ++gone;
            qWarning("%s is in no circle any more: take its line out of knowncircles.txt", unit.c_str());
        }
    }
    QCOMPARE(unknown, 0);
    QCOMPARE(gone, 0);
}

void TestStructure::foldersKnowOnlyWhatIsBelow()
{
    const Rules layers = readRules(root / "tests/structure/layers.txt");
    expectNone("layers.txt does not allow it", [&](const SourceFile& source, const std::string& include) {
        const bool isGenerated = include.find('/') == std::string::npos;
        return !isGenerated && !mayInclude(layers, source, include);
    });
}

void TestStructure::operatorsDoNotKnowEachOther()
{
    const auto operatorOf = [](std::string_view path) {
        constexpr std::string_view folder = "engine/ops/";
        if (!path.starts_with(folder)) {
            return std::string_view();
        }
        path.remove_prefix(folder.size());
        return path.find('/') == std::string_view::npos ? std::string_view() : path.substr(0, path.find('/'));
    };
    // Generated, the tests' own, and the matrix product that convolutions and attention are made of.
    const std::set<std::string_view> shared {"kernels", "testing", "product"};
    expectNone("operators share what lies in engine/ops/ itself",
        [&](const SourceFile& source, const std::string& include) {
            const std::string_view from = operatorOf(source.path);
            const std::string_view to = operatorOf(include);
            return !from.empty() && !to.empty() && from != to && !shared.contains(to);
        });
}

void TestStructure::internalHeadersStayInside()
{
    expectNone("internal/ is its folder's own", [](const SourceFile& source, const std::string& include) {
        const size_t internal = include.find("/internal/");
        return internal != std::string::npos && !isInside(source.path, include.substr(0, internal));
    });
}

void TestStructure::foreignHeadersStayInTheirFolder()
{
    const Rules owners = readRules(root / "tests/structure/thirdparty.txt");
    expectNone(
        "thirdparty.txt does not allow it",
        [&](const SourceFile& source, const std::string& include) {
            const bool isSystem = include.starts_with("sys/") || include.starts_with("linux/");
            const bool isListed = std::any_of(owners.begin(), owners.end(), [&](const auto& owner) {
                return owner.first.ends_with('/') ? include.starts_with(owner.first) : include == owner.first;
            });
            if (!isListed) {
                return !isSystem && !isQt(include) && include.find('/') != std::string::npos;
            }
            return std::none_of(owners.begin(), owners.end(), [&](const auto& owner) {
                const bool isIt =
                    owner.first.ends_with('/') ? include.starts_with(owner.first) : include == owner.first;
                return isIt
                    && std::any_of(owner.second.begin(), owner.second.end(),
                        [&](const std::string& folder) { return isInside(source.path, folder); });
            });
        },
        true);
}

void TestStructure::qtStaysInTheWindow()
{
    expectNone(
        "the engine and the command line do without Qt",
        [](const SourceFile& source, const std::string& include) {
            return isQt(include) && (isInside(source.path, "engine") || isInside(source.path, "app/cli"));
        },
        true);
}

void TestStructure::systemHeadersStayInPlatformFiles()
{
    const std::set<std::string> posix {"dirent.h", "dlfcn.h", "fcntl.h", "poll.h", "pthread.h", "signal.h",
        "spawn.h", "ucontext.h", "unistd.h"};
    const std::set<std::string> windows {"windows.h", "shellapi.h", "psapi.h"};
    expectNone(
        "what differs between systems lies in files named for one",
        [&](const SourceFile& source, const std::string& include) {
            const std::string_view path = source.path;
            const bool isPosix =
                posix.contains(include) || include.starts_with("sys/") || include.starts_with("linux/");
            return (isPosix && path.find("_linux.") == std::string_view::npos)
                || (windows.contains(include) && path.find("_windows.") == std::string_view::npos);
        },
        true);
}

void TestStructure::filesAreSmall()
{
    const Rules known = readRules(root / "tests/structure/knownlarge.txt");
    int count = 0;
    for (const SourceFile& source : m_sources) {
        const size_t limit = source.isHeader() ? headerLines : sourceLines;
        const bool isLarge = source.lines > limit;
        if (isLarge != known.contains(source.path)) {
            ++count;
            qWarning(isLarge ? "%s has %zu lines, more than %zu"
                             : "%s has %zu lines, no more than %zu: take its line out of knownlarge.txt",
                source.path.c_str(), source.lines, limit);
        }
    }
    QCOMPARE(count, 0);
}

QTEST_APPLESS_MAIN(TestStructure)
#include "tst_structure.moc"
