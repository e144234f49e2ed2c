// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/plan/flowsketch.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <span>
#include <string>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

// Two results, elementwise.
void inferPair(ops::InferenceContext& context)
{
    context.setOutput(0, context.type(0), context.shape(0));
    context.setOutput(1, context.type(0), context.shape(0));
}

void lowerPair(ops::LoweringContext& context)
{
    context.dispatch({.kernel = &fakeStepKernel,
        .loopRounds = ops::fewLoopRounds,
        .bindings = {{context.input(0)}, {context.input(1)}, {context.output(0), ops::Access::Write},
            {context.output(1), ops::Access::Write}},
        .isElementwise = true});
}

const ops::Operator fakePair {
    .name = "Pair", .minInputs = 2, .maxInputs = 2, .maxOutputs = 2, .infer = inferPair, .lower = lowerPair};

// Which place of the arena each step's result has; a plan of 256-byte values.
std::vector<uint64_t> placesOf(const Plan& plan)
{
    std::vector<uint64_t> places;
    for (const PlanStep& step : plan.steps) {
        const auto& result = std::get<ops::DispatchStep>(step.work).bindings.back().tensor;
        places.push_back(plan.tensors[result.id].offsetBytes);
    }
    return places;
}

// Nodes over values of 256 bytes and views of those, at random.
class RandomFlow {
public:
    explicit RandomFlow(uint32_t seed)
        : m_random(seed)
    {
        m_whole.push_back(m_sketch.input());
        for (int i = 0; i < 30; ++i) {
            grow();
        }
        add(fakeStep, {m_whole.back(), m_whole[m_whole.size() - 3]});
        m_sketch.output(m_whole.back());
    }

    [[nodiscard]] std::shared_ptr<const Plan> make() const { return m_sketch.make(); }
    // Follows the plan's steps, quarter of a value by quarter: what a step reads from the arena must be what
    // the node of that input wrote there, and no step writes over what it reads at another place. Returns the
    // first step that does.
    [[nodiscard]] std::optional<size_t> firstWrongStep(const Plan& plan) const;

private:
    using Quarter = std::pair<size_t, size_t>; // the node that makes it, and which of its result's

    void grow()
    {
        const uint32_t kind = m_random() % 10;
        if (kind == 0) {
            m_quarters.push_back(m_sketch.node(fakeQuarter, {any()}));
            const auto& whole = m_made[m_sketch.dataflow.nodes.back().inputs[0].value()];
            m_made[m_quarters.back()] = {whole.begin(), whole.begin() + std::min<ptrdiff_t>(whole.size(), 1)};
        } else if (kind == 1) {
            m_whole.push_back(m_sketch.node(fakeView, {any()}));
            m_made[m_whole.back()] = m_made[m_sketch.dataflow.nodes.back().inputs[0].value()];
        } else {
            const bool takesPart = !m_quarters.empty() && m_random() % 3 == 0;
            add(kind <= 4 ? fakeStep : fakeElementwise, {any(), takesPart ? m_quarters.back() : any()});
        }
    }
    void add(const ops::Operator& op, const std::vector<ValueId>& inputs)
    {
        m_whole.push_back(m_sketch.node(op, inputs));
        const size_t node = m_sketch.dataflow.nodes.size() - 1;
        m_sketch.dataflow.nodes.back().name = std::to_string(node);
        for (size_t quarter = 0; quarter < 4; ++quarter) {
            m_made[m_whole.back()].emplace_back(node, quarter);
        }
    }
    ValueId any() { return m_whole[m_whole.size() - 1 - m_random() % std::min<size_t>(m_whole.size(), 5)]; }

    Sketch m_sketch;
    std::mt19937 m_random;
    std::vector<ValueId> m_whole;
    std::vector<ValueId> m_quarters;
    std::map<ValueId, std::vector<Quarter>> m_made; // what each value consists of; nothing of the input
};

std::optional<size_t> RandomFlow::firstWrongStep(const Plan& plan) const
{
    constexpr uint64_t quarterBytes = 64;
    std::map<uint64_t, Quarter> arena;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const auto& step = std::get<ops::DispatchStep>(plan.steps[i].work);
        const size_t node = std::stoul(plan.steps[i].node);
        const PlanTensor& result = plan.tensors[step.bindings.back().tensor.id];
        for (size_t input = 0; input + 1 < step.bindings.size(); ++input) {
            const PlanTensor& tensor = plan.tensors[step.bindings[input].tensor.id];
            if (tensor.home != Home::Arena) {
                continue;
            }
            const auto& expected = m_made.at(m_sketch.dataflow.nodes[node].inputs[input].value());
            for (size_t quarter = 0; quarter < expected.size(); ++quarter) {
                const auto found = arena.find(tensor.offsetBytes + quarter * quarterBytes);
                if (found == arena.end() || found->second != expected[quarter]) {
                    return i;
                }
            }
            const bool isApart = result.home != Home::Arena
                || tensor.offsetBytes + tensor.sizeBytes <= result.offsetBytes
                || result.offsetBytes + result.sizeBytes <= tensor.offsetBytes;
            const bool isInPlace = step.isElementwise && tensor.offsetBytes == result.offsetBytes
                && tensor.sizeBytes == result.sizeBytes;
            if (!isApart && !isInPlace) {
                return i;
            }
        }
        for (size_t quarter = 0; result.home == Home::Arena && quarter < 4; ++quarter) {
            arena[result.offsetBytes + quarter * quarterBytes] = {node, quarter};
        }
    }
    return std::nullopt;
}

} // namespace

class TestLives : public QObject {
    Q_OBJECT

private slots:
    void aChainOfElementwiseStepsNeedsOnePlace()
    {
        Sketch sketch;
        ValueId value = sketch.node(fakeStep, {sketch.input()});
        for (int i = 0; i < 4; ++i) {
            value = sketch.node(fakeElementwise, {value});
        }
        sketch.output(sketch.node(fakeStep, {value}));
        QCOMPARE(sketch.make()->arenaBytes, uint64_t {256});
        QCOMPARE(sketch.make({.guardBytes = 256})->arenaBytes, uint64_t {5 * 768}); // nobody shares there
    }

    void whatIsReadLaterKeepsItsPlace()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId second = sketch.node(fakeElementwise, {first});
        sketch.output(sketch.node(fakeStep, {first, second}));
        const auto plan = sketch.make();
        QCOMPARE(plan->arenaBytes, uint64_t {512});
        QVERIFY(placesOf(*plan)[0] != placesOf(*plan)[1]);
    }

    void aViewOfItCountsToo()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId view = sketch.node(fakeView, {first});
        const ValueId second = sketch.node(fakeElementwise, {first});
        sketch.output(sketch.node(fakeStep, {view, second}));
        QCOMPARE(sketch.make()->arenaBytes, uint64_t {512});

        Sketch through; // and a whole view passes its source's place on
        const ValueId source = through.node(fakeStep, {through.input()});
        const ValueId result = through.node(fakeElementwise, {through.node(fakeView, {source})});
        through.output(through.node(fakeStep, {result}));
        QCOMPARE(through.make()->arenaBytes, uint64_t {256});
    }

    // Others still read the part when the first of it is overwritten.
    void whatIsAlsoReadInPartKeepsItsPlace()
    {
        Sketch sketch;
        const ValueId whole = sketch.node(fakeStep, {sketch.input()});
        const ValueId part = sketch.node(fakeQuarter, {whole});
        for (const std::vector<ValueId>& inputs : {std::vector {whole, part}, std::vector {part, whole}}) {
            Sketch each = sketch;
            each.output(each.node(fakeStep, {each.node(fakeElementwise, inputs)}));
            QCOMPARE(each.make()->arenaBytes, uint64_t {512});
        }
    }

    void otherStepsShareNothing()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        sketch.output(sketch.node(fakeStep, {sketch.node(fakeStep, {first})}));
        QCOMPARE(sketch.make()->arenaBytes, uint64_t {512});
    }

    // Each takes one input's place, and never both the same, even if nobody reads a result.
    void twoResultsTakeTwoPlaces_data()
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("both are read") << true;
        QTest::newRow("one is read") << false;
    }

    void twoResultsTakeTwoPlaces()
    {
        QFETCH(const bool, isRead);
        Sketch sketch;
        const ValueId left = sketch.node(fakeStep, {sketch.input()});
        const ValueId right = sketch.node(fakeStep, {sketch.input()});
        const ValueId first = sketch.node(fakePair, {left, right});
        sketch.dataflow.values.emplace_back();
        const auto second = static_cast<ValueId>(sketch.dataflow.values.size() - 1);
        sketch.dataflow.nodes.back().outputs.push_back(second);
        const std::vector<ValueId> read {first, isRead ? second : first};
        sketch.output(sketch.node(fakeStep, read));
        const auto plan = sketch.make();
        QCOMPARE(plan->arenaBytes, uint64_t {512});
        const auto& bindings = std::get<ops::DispatchStep>(plan->steps[2].work).bindings;
        QVERIFY(plan->tensors[bindings[2].tensor.id].offsetBytes
            != plan->tensors[bindings[3].tensor.id].offsetBytes);
        QVERIFY(plan->tensors[bindings[2].tensor.id].offsetBytes
            == plan->tensors[bindings[0].tensor.id].offsetBytes);
    }

    void inputsConstantsAndOutputsAreNobodysPlace()
    {
        Sketch sketch;
        const ValueId sum = sketch.node(fakeElementwise, {sketch.input(), sketch.hollow()});
        sketch.output(sum);
        sketch.output(sketch.node(fakeElementwise, {sum}));
        const auto plan = sketch.make();
        QCOMPARE(plan->arenaBytes, uint64_t {0});
        for (const PlanStep& step : plan->steps) {
            const auto& result = std::get<ops::DispatchStep>(step.work).bindings.back().tensor;
            QVERIFY(plan->tensors[result.id].home == Home::Output);
        }
    }

    void noStepFindsAnothersBytes()
    {
        int sharing = 0; // in how many flows an elementwise step writes where it reads
        for (uint32_t seed = 0; seed < 400; ++seed) {
            const RandomFlow flow(seed);
            const auto plan = flow.make();
            const auto wrong = flow.firstWrongStep(*plan);
            QVERIFY2(!wrong, qPrintable(QStringLiteral("seed %1, step %2").arg(seed).arg(wrong.value_or(0))));
            sharing += std::ranges::any_of(plan->steps,
                           [&](const PlanStep& each) {
                               const auto& bindings = std::get<ops::DispatchStep>(each.work).bindings;
                               const PlanTensor& result = plan->tensors[bindings.back().tensor.id];
                               return std::ranges::any_of(
                                   std::span(bindings).first(bindings.size() - 1), [&](const auto& b) {
                                       const PlanTensor& read = plan->tensors[b.tensor.id];
                                       return read.home == Home::Arena && result.home == Home::Arena
                                           && read.offsetBytes == result.offsetBytes;
                                   });
                           })
                ? 1
                : 0;
        }
        QVERIFY(sharing > 200);
    }
};

QTEST_GUILESS_MAIN(TestLives)
#include "tst_lives.moc"
