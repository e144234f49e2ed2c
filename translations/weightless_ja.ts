<?xml version="1.0" encoding="utf-8"?>
<!-- SPDX-FileCopyrightText: 2026 The Weightless developers -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>Comparison</name>
    <message>
        <source>%1 in %2 mode</source>
        <translation>%1(%2モード)</translation>
    </message>
    <message>
        <source>To load %1 of weights, %2 mode holds up to %3 of CPU memory beyond them, against %4.</source>
        <translation>%1 の重みをロードするために、%2モードは重みのほかに最大 %3 の CPU メモリを使います。ほかは %4 です。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two figures</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>as expected</source>
        <translation>期待どおり</translation>
    </message>
    <message>
        <source>another kind of value</source>
        <translation>別の種類の値</translation>
    </message>
    <message>
        <source>a sequence of %1 instead of %2</source>
        <translation>%2 個ではなく %1 個のシーケンス</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%2 ではなく %1</translation>
    </message>
    <message>
        <source>the elements differ</source>
        <translation>要素が異なります</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ</source>
        <translation>%2 個中 %1 個の要素が異なります</translation>
    </message>
    <message>
        <source>stored in another way</source>
        <translation>保存方法が異なります</translation>
    </message>
    <message>
        <source>element %1: </source>
        <translation>要素 %1: </translation>
    </message>
    <message>
        <source>The first at %1: %2 instead of %3</source>
        <translation>最初は %1: %3 ではなく %2</translation>
    </message>
    <message>
        <source>Greatest difference: %1</source>
        <translation>最大の差: %1</translation>
    </message>
    <message>
        <source>Relative rms of the differences: %1</source>
        <translation>差の相対二乗平均平方根: %1</translation>
    </message>
    <message>
        <source>Cosine similarity: %1</source>
        <translation>コサイン類似度: %1</translation>
    </message>
    <message>
        <source>Tolerated: %1 of the expected number, and %2</source>
        <translation>許容誤差: 期待値の %1 と %2</translation>
    </message>
</context>
<context>
    <name>DeviceText</name>
    <message>
        <source>matrix units</source>
        <translation>行列ユニット</translation>
    </message>
    <message>
        <source>tiles in shared memory</source>
        <translation>共有メモリ内のタイル</translation>
    </message>
    <message>
        <source>tiles in registers</source>
        <translation>レジスタ内のタイル</translation>
    </message>
    <message>
        <source>one result per invocation</source>
        <translation>呼び出しごとに結果1つ</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1～%2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>使用不可</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>ドライバー</translation>
    </message>
    <message>
        <source>Vulkan</source>
        <translation>Vulkan</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Its memory is the CPU&apos;s</source>
        <translation>メモリはCPUと共通</translation>
    </message>
    <message>
        <source>Takes pages of files as they are</source>
        <translation>ファイルのページをそのまま使う</translation>
    </message>
    <message>
        <source>Weights are written</source>
        <translation>重みを書き込むもの</translation>
    </message>
    <message>
        <source>by the CPU, where the device reads them</source>
        <translation>CPU（デバイスが読む場所へ）</translation>
    </message>
    <message>
        <source>by the device, out of the staging ring</source>
        <translation>デバイス（ステージングリングから）</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>プロセッサー数</translation>
    </message>
    <message>
        <source>Lanes of a subgroup</source>
        <translation>サブグループのレーン数</translation>
    </message>
    <message>
        <source>Matrix units for float16</source>
        <translation>float16の行列ユニット</translation>
    </message>
    <message>
        <source>Arithmetic in float16</source>
        <translation>float16の演算</translation>
    </message>
    <message>
        <source>Arithmetic in float64</source>
        <translation>float64の演算</translation>
    </message>
    <message>
        <source>Shared memory of a work group</source>
        <translation>ワークグループの共有メモリ</translation>
    </message>
    <message>
        <source>Largest allocation</source>
        <translation>最大の割り当て</translation>
    </message>
    <message>
        <source>Large products are made by</source>
        <translation>大きな積の計算方法</translation>
    </message>
    <message>
        <source>Those of float16 by</source>
        <translation>float16の積の計算方法</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>CPU memory to device, %1 at a time</source>
        <translation>CPUメモリからデバイスへ、%1ずつ</translation>
    </message>
    <message>
        <source>Device to CPU memory</source>
        <translation>デバイスからCPUメモリへ</translation>
    </message>
    <message>
        <source>Device memory, read and written</source>
        <translation>デバイスメモリの読み書き</translation>
    </message>
    <message>
        <source>One more small step</source>
        <translation>小さなステップ1つの追加</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>Products of %1, kernel %2, %3 squared</source>
        <translation>%1の積、カーネル %2、%3 四方</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 MFLOP/s</source>
        <translation>%1 MFLOP/s</translation>
    </message>
    <message>
        <source>matrix units, whole work groups at once</source>
        <translation>行列ユニット、ワークグループ全体で一度に</translation>
    </message>
    <message>
        <source>%1, wrong results: not used</source>
        <translation>%1、結果が誤り: 使用しません</translation>
    </message>
    <message>
        <source>Convolutions of float16 by</source>
        <translation>float16の畳み込みの計算方法</translation>
    </message>
    <message>
        <source>3 × 3 convolutions of %1, kernel %2, %3 channels</source>
        <translation>%1 の 3 × 3 畳み込み、カーネル %2、%3 チャネル</translation>
    </message>
    <message>
        <source>failed: not used</source>
        <translation>失敗: 使用しません</translation>
    </message>
    <message>
        <source>Attention of %1, kernel %2, %3 keys</source>
        <translation>%1 のアテンション、カーネル %2、キー %3 個</translation>
    </message>
</context>
<context>
    <name>Explanations</name>
    <message>
        <source>The model&apos;s parts as a tree, made of the names of its nodes, with the bytes that each part&apos;s weights take. Choose one to see it in the graph.</source>
        <translation>モデルの構成をノード名から作ったツリーで示し、各部分の重みが占めるバイト数を表示します。選ぶとグラフに表示されます。</translation>
    </message>
    <message>
        <source>What the model computes: each box is an operation or a group of them, each line a tensor. Open a group with a double click. Boxes fill as their weights are loaded.</source>
        <translation>モデルが計算する内容です。箱は演算またはそのグループ、線はテンソルです。グループはダブルクリックで開きます。重みがロードされるにつれて箱が満ちていきます。</translation>
    </message>
    <message>
        <source>Everything known of what is selected, and the operator&apos;s description from the ONNX standard.</source>
        <translation>選択したものについて分かっていることすべてと、ONNX 標準にある演算子の説明です。</translation>
    </message>
    <message>
        <source>The model&apos;s stored tensors and what each weighs. &lt;b&gt;Hollow&lt;/b&gt;: its place in the graph is known, its bytes have not been loaded. &lt;b&gt;Set&lt;/b&gt;: its bytes are in device memory. &lt;b&gt;Known&lt;/b&gt;: it is so small that it was read with the structure.</source>
        <translation>モデルに保存されているテンソルとその大きさです。&lt;b&gt;空&lt;/b&gt;: グラフ上の場所は分かっていますが、バイトはまだロードされていません。&lt;b&gt;設定済み&lt;/b&gt;: バイトはデバイスメモリにあります。&lt;b&gt;既知&lt;/b&gt;: 小さいため、構造と一緒に読み込まれました。</translation>
    </message>
    <message>
        <source>How the weights get into the device: the mode, their order, what that will need, and how far it is.</source>
        <translation>重みをデバイスに入れる方法です。モード、順序、必要なメモリ、進み具合を示します。</translation>
    </message>
    <message>
        <source>Memory over time while weights are loaded and the model runs. &lt;b&gt;Device&lt;/b&gt; is what the model needs wherever it lies; &lt;b&gt;CPU beyond the weights&lt;/b&gt; is what loading costs on top of that: copies, buffers and what the parser keeps.</source>
        <translation>重みのロード中とモデルの実行中のメモリの推移です。&lt;b&gt;デバイス&lt;/b&gt;は、どこにあるかにかかわらずモデルが必要とする分、&lt;b&gt;重み以外の CPU&lt;/b&gt;は、ロードのために余分にかかる分(コピー、バッファ、パーサーが保持するもの)です。</translation>
    </message>
    <message>
        <source>A value for every input of the model – random numbers, a file, a picture – and how often to run it.</source>
        <translation>モデルの各入力に与える値(乱数、ファイル、画像)と、実行する回数です。</translation>
    </message>
    <message>
        <source>What came out of the last run: values, statistics, pictures where an output is one, and how long each step took.</source>
        <translation>最後の実行の結果です。値、統計、画像になる出力はその画像、各ステップにかかった時間を示します。</translation>
    </message>
    <message>
        <source>What went wrong or was found wrong, and what to do about it.</source>
        <translation>起きた問題、見つかった問題と、その対処方法です。</translation>
    </message>
    <message>
        <source>What is in the selected tensor: how its values are spread, how many are zero or no numbers, and any slice of it. A weight is read from its file, and nothing else of it; a value between two nodes is computed for the inputs of the last run.</source>
        <translation>選択したテンソルの中身です。値の分布、0 や非数の個数、任意のスライスを示します。重みはファイルのその部分だけを読み、ノード間の値は最後の実行の入力について計算します。</translation>
    </message>
    <message>
        <source>Nodes that you marked, with your notes. They are kept for each model, and stand on the graph as ribbons.</source>
        <translation>印を付けたノードとメモです。モデルごとに保存され、グラフにはリボンで表示されます。</translation>
    </message>
    <message>
        <source>What loading in the chosen mode will need, of the memory that is free on the device. It is predicted from the structure alone, before a weight is read. The parts are the weights, the activations (the values in between while the model runs), and CPU memory beyond the weights.</source>
        <translation>選んだモードでのロードに必要なメモリと、デバイスの空きメモリです。重みを読む前に、構造だけから予測します。内訳は、重み、アクティベーション(実行中の中間値)、重み以外の CPU メモリです。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Zero-copy&lt;/b&gt;: the file&apos;s own pages become device memory, nothing is copied.&lt;br&gt;&lt;b&gt;Streamed&lt;/b&gt;: weights pass through a small ring of buffers, whatever the model&apos;s size.&lt;br&gt;&lt;b&gt;Conventional&lt;/b&gt;: what frameworks usually do, about three copies in CPU memory; to compare.&lt;br&gt;&lt;b&gt;Automatic&lt;/b&gt;: zero-copy where the device can, otherwise streamed.</source>
        <translation>&lt;b&gt;ゼロコピー&lt;/b&gt;: ファイルのページがそのままデバイスメモリになり、コピーは起きません。&lt;br&gt;&lt;b&gt;ストリーム&lt;/b&gt;: モデルの大きさにかかわらず、重みは小さなリングバッファを通ります。&lt;br&gt;&lt;b&gt;従来方式&lt;/b&gt;: 一般のフレームワークと同じく、CPU メモリに約 3 回コピーします。比較用です。&lt;br&gt;&lt;b&gt;自動&lt;/b&gt;: デバイスが対応していればゼロコピー、そうでなければストリームです。</translation>
    </message>
    <message>
        <source>The Vulkan device whose memory takes the weights, and which runs the model. It can be changed while no weight is loaded.</source>
        <translation>重みを置き、モデルを実行する Vulkan デバイスです。重みがロードされていない間は変更できます。</translation>
    </message>
    <message>
        <source>What comes next: open a model, load its weights, run it. While something goes on, the same button pauses or stops it.</source>
        <translation>次にすることです。モデルを開き、重みをロードし、実行します。処理中は同じボタンで一時停止や停止ができます。</translation>
    </message>
    <message>
        <source>What is hollow loading?</source>
        <translation>「空のまま開く」とは?</translation>
    </message>
    <message>
        <source>A model is two things: a structure – which operations there are and how they are connected – and weights, the numbers in it. The structure is small; the weights are nearly all of the file. Programs usually read both into CPU memory and copy the weights from there to the graphics device, so that for a while there are two or three copies of them.</source>
        <translation>モデルは 2 つのものからできています。どんな演算があり、どうつながっているかという構造と、その中の数値である重みです。構造は小さく、ファイルのほとんどは重みです。多くのプログラムは両方を CPU メモリに読み込み、そこからグラフィックスデバイスに重みをコピーするため、一時的に 2 つか 3 つのコピーができます。</translation>
    </message>
    <message>
        <source>Weightless reads the structure alone. The weights are declared without their bytes: they are &lt;i&gt;hollow&lt;/i&gt;. The graph is built and planned, and what it will need is known. Then each weight is &lt;i&gt;set&lt;/i&gt;, one at a time, straight into the device&apos;s memory.</source>
        <translation>Weightless は構造だけを読みます。重みはバイトなしで宣言され、&lt;i&gt;空&lt;/i&gt;のままです。その状態でグラフを構築して計画し、必要なメモリを求めます。その後、重みを 1 つずつデバイスのメモリに直接&lt;i&gt;設定&lt;/i&gt;します。</translation>
    </message>
    <message>
        <source>Conventional: CPU memory (line) climbs to a multiple of the model before the device (area) has it.</source>
        <translation>従来方式: デバイス(面)に載る前に、CPU メモリ(線)がモデルの数倍まで増えます。</translation>
    </message>
    <message>
        <source>Streamed or zero-copy: only the device&apos;s memory grows, and the model is ready sooner.</source>
        <translation>ストリームとゼロコピー: 増えるのはデバイスのメモリだけで、モデルはより早く使えるようになります。</translation>
    </message>
    <message>
        <source>What the curves mean</source>
        <translation>曲線の意味</translation>
    </message>
    <message>
        <source>Device: weights</source>
        <translation>デバイス: 重み</translation>
    </message>
    <message>
        <source>bytes of weights that are in device memory</source>
        <translation>デバイスメモリにある重みのバイト数</translation>
    </message>
    <message>
        <source>Device: activations</source>
        <translation>デバイス: アクティベーション</translation>
    </message>
    <message>
        <source>room for the values in between while the model runs</source>
        <translation>実行中の中間値のための領域</translation>
    </message>
    <message>
        <source>CPU beyond the weights</source>
        <translation>重み以外の CPU</translation>
    </message>
    <message>
        <source>Process memory</source>
        <translation>プロセスのメモリ</translation>
    </message>
    <message>
        <source>all that the system counts for this program; includes the device&apos;s share where it lies in the same memory</source>
        <translation>システムがこのプログラムに数えるすべて。同じメモリにある場合はデバイスの分も含みます</translation>
    </message>
    <message>
        <source>The modes</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Choose a tensor or a node in Explore and open the Values panel (Alt+0): how the numbers are spread, how many are zero, NaN or infinite, and any slice of them as a table or a heat map. A weight is read from its place in the file, so that this works before anything is loaded; after a run the values between any two nodes can be computed and looked at.</source>
        <translation>「調べる」でテンソルかノードを選び、「値」パネル(Alt+0)を開くと、数値の分布、0・NaN・無限大の個数、任意のスライスを表やヒートマップで見られます。重みはファイル内の場所から直接読むため、何もロードしていなくても使えます。実行後は、任意の 2 ノード間の値を計算して見ることができます。</translation>
    </message>
    <message>
        <source>Three workspaces</source>
        <translation>3 つのワークスペース</translation>
    </message>
    <message>
        <source>&lt;b&gt;Explore&lt;/b&gt; shows what is in a model, &lt;b&gt;Load&lt;/b&gt; puts its weights into the device and draws what that costs, &lt;b&gt;Run&lt;/b&gt; computes its outputs. Panels can be moved, and each workspace remembers how it was left; View &gt; Reset Layout brings the first arrangement back. Press Shift+F1 and click on anything to ask what it is.</source>
        <translation>&lt;b&gt;調べる&lt;/b&gt;はモデルの中身を示し、&lt;b&gt;ロード&lt;/b&gt;は重みをデバイスに入れてそのコストを描き、&lt;b&gt;実行&lt;/b&gt;は出力を計算します。パネルは移動でき、各ワークスペースは最後の配置を覚えています。「表示 &gt; 配置をリセット」で最初の配置に戻ります。Shift+F1 を押して何かをクリックすると、その説明が表示されます。</translation>
    </message>
    <message>
        <source>what loading costs on top: copies, the staging ring, the parser&apos;s own. On a device that shares its memory with the CPU, the weights themselves are not counted here</source>
        <translation>ロードのために余分にかかる分: コピー、ステージングリング、パーサー自身の分。CPU とメモリを共有するデバイスでは、重み自体はここに含まれません</translation>
    </message>
</context>
<context>
    <name>FileToSave</name>
    <message>
        <source>&apos;%1&apos; is a name for another kind of file. Choose one that ends in %2.</source>
        <translation>「%1」は別の種類のファイルの名前です。%2 で終わる名前を選んでください。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is there already. Do you want to replace it?</source>
        <translation>「%1」はすでにあります。置き換えますか?</translation>
    </message>
    <message>
        <source>%1 files are there already, from &apos;%2&apos; to &apos;%3&apos;. Do you want to replace them?</source>
        <translation>「%2」から「%3」まで、%1 個のファイルがすでにあります。置き換えますか?</translation>
    </message>
</context>
<context>
    <name>GenerationReportPage</name>
    <message>
        <source>Way</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Device, highest</source>
        <translation>デバイス、最大</translation>
    </message>
    <message>
        <source>CPU beyond the weights, highest</source>
        <translation>重み以外の CPU、最大</translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation>時間、秒</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>ロード %1</translation>
    </message>
    <message>
        <source>text (%1)</source>
        <translation>テキスト (%1)</translation>
    </message>
    <message>
        <source>steps (%1)</source>
        <translation>ステップ (%1)</translation>
    </message>
    <message>
        <source>decode (%1)</source>
        <translation>デコード (%1)</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>A picture, and what it cost</source>
        <translation>画像と、その生成にかかったもの</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>メモリの推移</translation>
    </message>
    <message>
        <source>Ways of loading</source>
        <translation>ロードの方式</translation>
    </message>
    <message>
        <source>Phases of the last one</source>
        <translation>最後の方式の段階</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>環境</translation>
    </message>
    <message>
        <source>%1, %2, %3 processors</source>
        <translation>%1、%2、プロセッサ %3 個</translation>
    </message>
    <message>
        <source>Weightless %1</source>
        <translation>Weightless %1</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>コンパイル %1</translation>
    </message>
    <message>
        <source>Compile, s</source>
        <translation>コンパイル、秒</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>計画 %1</translation>
    </message>
</context>
<context>
    <name>GenerationWays</name>
    <message>
        <source>%1, in turn</source>
        <translation>%1、順番に</translation>
    </message>
    <message>
        <source>%1: %2 on the device, %3 on the CPU beyond the weights</source>
        <translation>%1: デバイス %2、重み以外の CPU %3</translation>
    </message>
    <message>
        <source>At its highest – %1</source>
        <translation>最大 – %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a way of loading and the type of the weights</comment>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1, weights at most %2</source>
        <translation>%1、重みは最大 %2</translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Enter, +, -</source>
        <translation>Enter, +, -</translation>
    </message>
    <message>
        <source>expand and collapse a scope</source>
        <translation>スコープを展開・折りたたむ</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>矢印キー</translation>
    </message>
    <message>
        <source>walk along edges and between neighbours; pan with Shift</source>
        <translation>エッジに沿って、または隣へ移動。Shift でスクロール</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+↑, Alt+↓</translation>
    </message>
    <message>
        <source>walk through the constants of a node</source>
        <translation>ノードの定数を順に移動</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>全体を表示</translation>
    </message>
    <message>
        <source>Ctrl++, Ctrl+-, Ctrl+0</source>
        <translation>Ctrl++, Ctrl+-, Ctrl+0</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>拡大・縮小</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Escape</translation>
    </message>
    <message>
        <source>select nothing</source>
        <translation>選択を解除</translation>
    </message>
    <message>
        <source>Wheel, +, -</source>
        <translation>ホイール, +, -</translation>
    </message>
    <message>
        <source>zoom in time</source>
        <translation>時間軸を拡大・縮小</translation>
    </message>
    <message>
        <source>Drag, Left, Right</source>
        <translation>ドラッグ, ←, →</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>時間軸を移動</translation>
    </message>
    <message>
        <source>Double click, Home</source>
        <translation>ダブルクリック, Home</translation>
    </message>
    <message>
        <source>show everything, live</source>
        <translation>すべてをライブで表示</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Memory chart</source>
        <translation>メモリチャート</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>About Weightless</source>
        <translation>Weightless について</translation>
    </message>
    <message>
        <source>Opens ONNX models, loads their weights into a Vulkan device without a copy in CPU memory, and runs them.

Free software under the GNU General Public License, version 3 or later. Built with Qt, QCustomPlot, ONNX, Protocol Buffers and Vulkan; set in Inter (SIL Open Font License).</source>
        <translation>ONNX モデルを開き、CPU メモリにコピーを作らずに重みを Vulkan デバイスへロードし、実行します。

GNU General Public License バージョン 3 以降に基づくフリーソフトウェアです。Qt、QCustomPlot、ONNX、Protocol Buffers、Vulkan を使用し、書体は Inter (SIL Open Font License) です。</translation>
    </message>
    <message>
        <source>Left, Right, End</source>
        <translation>左、右、End</translation>
    </message>
    <message>
        <source>go from one step to the next, and to the last</source>
        <translation>次のステップへ、または最後のステップへ移動</translation>
    </message>
    <message>
        <source>Drag, Shift+Left, Shift+Right</source>
        <translation>ドラッグ、Shift+左、Shift+右</translation>
    </message>
    <message>
        <source>show everything</source>
        <translation>すべて表示</translation>
    </message>
    <message>
        <source>Timeline of a run</source>
        <translation>実行のタイムライン</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>show the beginning</source>
        <translation>先頭を表示</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Space</translation>
    </message>
</context>
<context>
    <name>InputKind</name>
    <message>
        <source>random</source>
        <translation>乱数</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>すべて 0</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>すべて 1</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>file (.npy, .pb)</source>
        <translation>ファイル (.npy, .pb)</translation>
    </message>
    <message>
        <source>image</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>image, 0 … 1</source>
        <translation>画像、0 … 1</translation>
    </message>
    <message>
        <source>image, −1 … 1</source>
        <translation>画像、−1 … 1</translation>
    </message>
    <message>
        <source>image, 0 … 255</source>
        <translation>画像、0 … 255</translation>
    </message>
    <message>
        <source>image, as ImageNet</source>
        <translation>画像、ImageNet と同じ</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
</context>
<context>
    <name>LaunchParser</name>
    <message>
        <source>The ONNX model to open: a file, a folder of models, or an http:// or https:// address.</source>
        <translation>開く ONNX モデル: ファイル、モデルのフォルダー、または http:// か https:// のアドレス。</translation>
    </message>
    <message>
        <source>unknown mode &apos;%1&apos;: auto, zero-copy, streamed or conventional</source>
        <translation>不明なモード「%1」: auto、zero-copy、streamed、conventional のいずれかです</translation>
    </message>
    <message>
        <source>--image-range expects zero-one, minus-one-one, bytes or imagenet</source>
        <translation>--image-range には zero-one、minus-one-one、bytes、imagenet のいずれかを指定します</translation>
    </message>
    <message>
        <source>--input expects NAME=FILE, not &apos;%1&apos;</source>
        <translation>--input には NAME=FILE と指定します(「%1」ではありません)</translation>
    </message>
    <message>
        <source>--appearance expects system, light, dark or high-contrast</source>
        <translation>--appearance には system、light、dark、high-contrast のいずれかを指定します</translation>
    </message>
    <message>
        <source>--workspace expects explore, load, run or profile</source>
        <translation>--workspace には explore、load、run、profile のいずれかを指定します</translation>
    </message>
    <message>
        <source>--size expects WIDTHxHEIGHT</source>
        <translation>--size には WIDTHxHEIGHT と指定します</translation>
    </message>
    <message>
        <source>one model at most, not %1</source>
        <translation>モデルは 1 つまでです(%1 個指定されました)</translation>
    </message>
    <message>
        <source>--device expects a number, not &apos;%1&apos;</source>
        <translation>--device には数値を指定します(「%1」ではありません)</translation>
    </message>
    <message>
        <source>--load, --run and --export-graph need a MODEL</source>
        <translation>--load、--run、--export-graph には MODEL が必要です</translation>
    </message>
    <message>
        <source>Opens an ONNX model, shows what every tensor weighs, loads it into a Vulkan device without a copy in CPU memory, and runs it.</source>
        <translation>ONNX モデルを開いて各テンソルの大きさを示し、CPU メモリにコピーを作らずに Vulkan デバイスへロードし、実行します。</translation>
    </message>
    <message>
        <source>Use device N of the list; the best one by default.</source>
        <translation>一覧の N 番のデバイスを使います。既定は最適なデバイスです。</translation>
    </message>
    <message>
        <source>Load mode: auto, zero-copy, streamed or conventional. Several, separated by commas, are loaded in turn.</source>
        <translation>ロードのモード: auto、zero-copy、streamed、conventional。カンマで区切ると順番にロードします。</translation>
    </message>
    <message>
        <source>Fix a free dimension. May be given again.</source>
        <translation>可変次元を固定します。繰り返し指定できます。</translation>
    </message>
    <message>
        <source>Load once the model is open.</source>
        <translation>モデルを開いたらロードします。</translation>
    </message>
    <message>
        <source>Give an input of the run a picture, or a tensor as .npy or .pb. May be given again.</source>
        <translation>実行の入力に画像、または .npy か .pb のテンソルを与えます。繰り返し指定できます。</translation>
    </message>
    <message>
        <source>What a picture&apos;s pixels become: zero-one (default), minus-one-one, bytes or imagenet.</source>
        <translation>画像の画素を何にするか: zero-one(既定)、minus-one-one、bytes、imagenet。</translation>
    </message>
    <message>
        <source>Quit after the last step: 0 when every step worked, 1 when not.</source>
        <translation>最後の処理の後に終了します。すべて成功すれば 0、そうでなければ 1。</translation>
    </message>
    <message>
        <source>Colours: system, light, dark or high-contrast.</source>
        <translation>配色: system、light、dark、high-contrast。</translation>
    </message>
    <message>
        <source>Show this workspace after the last step: explore, load, run, or profile for the run&apos;s times.</source>
        <translation>最後の処理の後に表示するワークスペース: explore、load、run、または実行時間を示す profile。</translation>
    </message>
    <message>
        <source>Size of the window in pixels.</source>
        <translation>ウィンドウの大きさ(ピクセル)。</translation>
    </message>
    <message>
        <source>--device-budget expects bytes (500M, 1.5G) or a percentage (25%), not &apos;%1&apos;</source>
        <translation>--device-budget にはバイト数 (500M, 1.5G) か割合 (25%) を指定してください: &apos;%1&apos;</translation>
    </message>
    <message>
        <source>Device memory that copied weights may take: bytes (K, M, G) or a percentage of what they need, as 25%. The others come while the model runs. Of a folder bytes alone, which its parts share.</source>
        <translation>コピーされる重みが使えるデバイスメモリ: バイト数 (K, M, G)、または必要量に対する割合 (例: 25%)。残りはモデルの実行中に読み込まれます。フォルダーではバイト数のみで、各部分が共有します。</translation>
    </message>
    <message>
        <source>Save the graph as .svg, .pdf, .png, .dot, .gv or .json after the last step.</source>
        <translation>最後の手順の後、グラフを .svg、.pdf、.png、.dot、.gv または .json として保存します。</translation>
    </message>
    <message>
        <source>--weights-type expects fp16, bf16 or fp32, not &apos;%1&apos;</source>
        <translation>--weights-type には fp16、bf16、fp32 のいずれかを指定します。「%1」は使えません</translation>
    </message>
    <message>
        <source>Load float weights as fp16, bf16 or fp32, whatever the model stores, and compute with that type.</source>
        <translation>モデルでの保存形式にかかわらず、浮動小数点の重みを fp16、bf16、fp32 としてロードし、その型で計算します。</translation>
    </message>
    <message>
        <source>--dim expects NAME=VALUE with a value of 0 or more, not &apos;%1&apos;</source>
        <translation>--dim には 0 以上の値で NAME=VALUE と指定します(「%1」ではありません)</translation>
    </message>
    <message>
        <source>Dispatch once it is loaded (implies --load), with the inputs that are remembered for the model, or random ones, where none are given. With --quit, --screenshot or --export-graph nothing that is remembered is used.</source>
        <translation>読み込みが終わると実行します（--load を含みます）。指定のない入力には、モデルについて記憶されたもの、なければ乱数を使います。--quit、--screenshot、--export-graph を付けると、記憶されたものは使われません。</translation>
    </message>
    <message>
        <source>Save a picture of the window after the last step, in the format of the name&apos;s ending: .png, .jpg, .bmp or .webp where Qt has it.</source>
        <translation>最後の手順のあとにウィンドウの画像を保存します。形式は名前の拡張子に従います: .png、.jpg、.bmp、または Qt が対応していれば .webp。</translation>
    </message>
</context>
<context>
    <name>LoadText</name>
    <message>
        <source>discrete</source>
        <translation>外付け GPU</translation>
    </message>
    <message>
        <source>integrated</source>
        <translation>統合 GPU</translation>
    </message>
    <message>
        <source>virtual</source>
        <translation>仮想</translation>
    </message>
    <message>
        <source>software</source>
        <translation>ソフトウェア</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source> – unusable: %1</source>
        <translation> – 使用不可: %1</translation>
    </message>
    <message>
        <source>%1
%2 %3, Vulkan %4
%5 of memory</source>
        <translation>%1
%2 %3、Vulkan %4
メモリ %5</translation>
    </message>
    <message>
        <source>, shared with the CPU</source>
        <translation>、CPU と共有</translation>
    </message>
    <message>
        <source>Open a model to begin.</source>
        <translation>モデルを開いてください。</translation>
    </message>
    <message>
        <source>Reading the structure of the model…</source>
        <translation>モデルの構造を読み込んでいます…</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>計画中…</translation>
    </message>
    <message>
        <source>No Vulkan device: the model can be inspected, not loaded. %1</source>
        <translation>Vulkan デバイスがありません。モデルを調べることはできますが、ロードはできません。%1</translation>
    </message>
    <message>
        <source>The model could not be planned, see Problems. It can be inspected.</source>
        <translation>モデルを計画できませんでした(「問題」を参照)。調べることはできます。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) to load.</source>
        <translation>
            <numerusform>ロードする重み: %Ln 個</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading (%1)…</source>
        <translation>ロード中 (%1)…</translation>
    </message>
    <message>
        <source>Paused. Weights that are loaded stay loaded.</source>
        <translation>一時停止中。ロード済みの重みはそのまま残ります。</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>実行中…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>アンロード中…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. Put the data in place and choose File &gt; Reload from Disk. The first: %1</source>
        <translation>
            <numerusform>%Ln 個の定数に、設定するバイトがありません。データを所定の場所に置き、「ファイル &gt; ディスクから再読み込み」を選んでください。最初の定数: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Known once the model is planned.</source>
        <translation>モデルの計画後に分かります。</translation>
    </message>
    <message>
        <source>Pages of the file bound in place</source>
        <translation>そのままバインドされたファイルのページ</translation>
    </message>
    <message>
        <source>Device, activations</source>
        <translation>デバイス、アクティベーション</translation>
    </message>
    <message>
        <source>Device, activations, at least</source>
        <translation>デバイス、アクティベーション、最小</translation>
    </message>
    <message>
        <source>CPU beyond the weights, at most</source>
        <translation>重み以外の CPU、最大</translation>
    </message>
    <message>
        <source>Free on the device</source>
        <translation>デバイスの空き</translation>
    </message>
    <message>
        <source>Does not fit: activations alone need more than is free, most of it in %1: choose smaller free dimensions or another device</source>
        <translation>収まりません: アクティベーションだけで空き容量を超え、その大半は %1 です。可変次元を小さくするか、別のデバイスを選んでください</translation>
    </message>
    <message>
        <source>Does not fit: choose another device or mode, or smaller free dimensions</source>
        <translation>収まりません: 別のデバイスやモード、またはより小さい可変次元を選んでください</translation>
    </message>
    <message>
        <source>✓ fits</source>
        <translation>✓ 収まります</translation>
    </message>
    <message>
        <source>✓ fits as far as is known: the sizes of some values show only in a run</source>
        <translation>✓ 分かっている範囲では収まります: 一部の値の大きさは実行時に決まります</translation>
    </message>
    <message>
        <source>%1 of %2 constants, %3 of %4</source>
        <translation>定数 %1 / %2、%3 / %4</translation>
    </message>
    <message>
        <source>, %1/s</source>
        <translation>、%1/秒</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>ロード完了</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>%1 (%2) after %3; CPU beyond the weights at most %4</source>
        <translation>%1 (%2)、%3。重み以外の CPU は最大 %4</translation>
    </message>
    <message>
        <source>; by path: %1</source>
        <translation>。経路別: %1</translation>
    </message>
    <message>
        <source>; %1 copied because the driver refused to bind it in place</source>
        <translation>。ドライバーがそのままのバインドを拒否したため、%1 をコピー</translation>
    </message>
    <message>
        <source>; %1 of it over %2</source>
        <translation>。うち %1 は %2 経由</translation>
    </message>
    <message>
        <source>%1: all weights stay</source>
        <translation>%1: すべての重みが残ります</translation>
    </message>
    <message>
        <source>%1: %2 stay, %3 come while it runs</source>
        <translation>%1: %2 は残り、%3 は実行中に読み込みます</translation>
    </message>
    <message>
        <source>A run takes about %1</source>
        <translation>1 回の実行は約 %1</translation>
    </message>
    <message>
        <source>Weights that come in each run</source>
        <translation>実行のたびに読み込む重み</translation>
    </message>
    <message>
        <source>; %1 come while it runs</source>
        <translation>。%1 は実行中に読み込みます</translation>
    </message>
    <message>
        <source>
What branches and loops take comes on top.</source>
        <translation>
分岐とループの時間は含みません。</translation>
    </message>
    <message>
        <source>The model has no weights to load.</source>
        <translation>このモデルには読み込む重みがありません。</translation>
    </message>
    <message>
        <source>Every weight is loaded.</source>
        <translation>すべての重みが読み込まれています。</translation>
    </message>
    <message>
        <source>Loaded; the other weights come while the model runs.</source>
        <translation>読み込み済みです。残りの重みはモデルの実行中に読み込まれます。</translation>
    </message>
    <message>
        <source>Not known, as the model could not be planned: Problems tells why.</source>
        <translation>モデルを計画できなかったため不明です。理由は「問題」にあります。</translation>
    </message>
    <message>
        <source>All weights were read when the model was opened.</source>
        <translation>重みはすべてモデルを開いたときに読み込まれました。</translation>
    </message>
    <message>
        <source>The last run took %1</source>
        <translation>直前の実行時間: %1</translation>
    </message>
    <message>
        <source>Loaded; with the weights that come meanwhile a run took %1.</source>
        <translation>読み込みました。途中で読まれる重みを含め、実行に %1 かかりました。</translation>
    </message>
    <message>
        <source>Device, copied weights</source>
        <translation>デバイス、コピーした重み</translation>
    </message>
    <message>
        <source>%1 of %2 constants stay (%3 of %4)</source>
        <translation>%2 個の定数のうち %1 個が常駐 (%4 のうち %3)</translation>
    </message>
    <message numerus="yes">
        <source>; %Ln constant(s) come with each run</source>
        <translation>
            <numerusform>、%Ln 個は実行のたびに読み込み</numerusform>
        </translation>
    </message>
    <message>
        <source>A run takes about %1, a guess until it is measured</source>
        <translation>1 回の実行は約 %1（測定するまでは推定）</translation>
    </message>
</context>
<context>
    <name>ModeText</name>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>zero-copy</source>
        <translation>ゼロコピー</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>ストリーム</translation>
    </message>
    <message>
        <source>conventional</source>
        <translation>従来方式</translation>
    </message>
    <message>
        <source>Zero-copy where the device can use the file&apos;s own pages, otherwise streamed.</source>
        <translation>デバイスがファイルのページをそのまま使えればゼロコピー、そうでなければストリームです。</translation>
    </message>
    <message>
        <source>The file&apos;s own pages become device memory. What cannot be imported is streamed.</source>
        <translation>ファイルのページがそのままデバイスメモリになります。インポートできないものはストリームします。</translation>
    </message>
    <message>
        <source>Readers fill a small ring of slices, or device memory itself.</source>
        <translation>リーダーが小さなスライスのリング、またはデバイスメモリそのものを満たします。</translation>
    </message>
    <message>
        <source>What frameworks do: every weight is copied three times in CPU memory. Only to show the difference.</source>
        <translation>フレームワークの方法: すべての重みが CPU メモリで 3 回コピーされます。違いを示すためだけのものです。</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>インポート</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直接</translation>
    </message>
    <message>
        <source>staged</source>
        <translation>ステージング</translation>
    </message>
    <message>
        <source>converted</source>
        <translation>変換</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>as they lie in the file</source>
        <translation>ファイル内の順</translation>
    </message>
    <message>
        <source>the largest first</source>
        <translation>大きい順</translation>
    </message>
    <message>
        <source>as a run needs them</source>
        <translation>実行で必要になる順</translation>
    </message>
    <message>
        <source>setting constants</source>
        <translation>定数を設定中</translation>
    </message>
    <message>
        <source>parsing the model</source>
        <translation>モデルを解析中</translation>
    </message>
    <message>
        <source>copying into the builder</source>
        <translation>ビルダーへコピー中</translation>
    </message>
    <message>
        <source>copying into staging</source>
        <translation>ステージングへコピー中</translation>
    </message>
    <message>
        <source>uploading</source>
        <translation>アップロード中</translation>
    </message>
    <message>
        <source>giving copies back</source>
        <translation>コピーを解放中</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>準備</translation>
    </message>
</context>
<context>
    <name>PipelineNoteText</name>
    <message>
        <source>The folder has no scheduler_config.json: noise is taken as Stable Diffusion 1.5&apos;s.</source>
        <translation>フォルダーに scheduler_config.json がありません。ノイズは Stable Diffusion 1.5 と同じとみなします。</translation>
    </message>
    <message>
        <source>There is no scheduler %1 here, which the folder asks for: %2 takes its place unless another one is chosen, with the noise that the model was trained with.</source>
        <translation>フォルダーが求めるスケジューラー %1 はここにはありません。別のものを選ばないかぎり、モデルの学習時と同じノイズで %2 が代わりに使われます。</translation>
    </message>
    <message>
        <source>This is the demo: its weights are random numbers, so its pictures are noise.</source>
        <translation>これはデモです。重みが乱数なので、画像はノイズになります。</translation>
    </message>
    <message>
        <source>The scheduler&apos;s timesteps are &apos;trailing&apos;, as those of models that were distilled to a few steps, which this one&apos;s name does not tell: if it was, take 1 to 8 steps and guidance 1.</source>
        <translation>スケジューラーのタイムステップは、少ないステップ数に蒸留されたモデルと同じ「trailing」ですが、このモデルの名前からは判断できません。蒸留モデルであれば、ステップ数を 1～8、ガイダンスを 1 にしてください。</translation>
    </message>
</context>
<context>
    <name>PrimaryAction</name>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続行</translation>
    </message>
    <message>
        <source>Put every weight into the device&apos;s memory, one at a time</source>
        <translation>すべての重みを 1 つずつデバイスのメモリに入れます</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Weights that are loaded stay loaded</source>
        <translation>ロード済みの重みはそのまま残ります</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Load the other weights</source>
        <translation>残りの重みをロードします</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Compute the outputs from the chosen inputs</source>
        <translation>選んだ入力から出力を計算します</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>ProblemGroups</name>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. The first: %1</source>
        <translation>
            <numerusform>%Ln 個の定数に、設定するバイトがありません。最初の定数: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) of one kind. The first: %1</source>
        <translation>
            <numerusform>同じ種類の問題が %Ln 件あります。最初のもの: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1、他 %2 個</translation>
    </message>
    <message>
        <source>Weights have values beyond %1, which became its largest number: %2 of them, in %3</source>
        <translation>重みに %1 の範囲を超える値があり、その最大の数になりました: %3 の %2 個</translation>
    </message>
    <message>
        <source>Load the weights as they are stored, or as bf16, if the results matter.</source>
        <translation>結果が重要な場合は、重みを保存されているまま、または bf16 でロードしてください。</translation>
    </message>
    <message>
        <source>Weights have values beyond %1, which become its largest number where they meet values of that type: %2 of them, in %3</source>
        <translation>重みに %1 の範囲を超える値があり、その型の値と計算されるときは最大の数になります: %2 個、%3</translation>
    </message>
</context>
<context>
    <name>ProblemText</name>
    <message>
        <source>Note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>General</source>
        <translation>全般</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Demo model</source>
        <translation>デモモデル</translation>
    </message>
    <message>
        <source>Check that the file and its external data are there and readable.</source>
        <translation>ファイルと外部データがあり、読み取れることを確認してください。</translation>
    </message>
    <message>
        <source>Check the folder, its permissions and the free space, or choose another.</source>
        <translation>フォルダー、そのアクセス権、空き容量を確認するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Check that the file is there and readable.</source>
        <translation>ファイルがあり、読み取れることを確認してください。</translation>
    </message>
    <message>
        <source>Change the free dimensions on the Load page. The model can be inspected.</source>
        <translation>「ロード」ページで可変次元を変更してください。モデルを調べることはできます。</translation>
    </message>
    <message>
        <source>Change the sources of the inputs, or the free dimensions of this run, on the Run page.</source>
        <translation>「実行」ページで、入力のソースか、この実行の可変次元を変更してください。</translation>
    </message>
    <message>
        <source>Close other programs that use the device, unload the model, or choose smaller free dimensions or another device.</source>
        <translation>デバイスを使っている他のプログラムを閉じるか、モデルをアンロードするか、より小さい可変次元か別のデバイスを選んでください。</translation>
    </message>
    <message>
        <source>The device stopped answering. Plan the model again; if it happens again, restart the program or update the driver.</source>
        <translation>デバイスが応答しなくなりました。モデルを計画し直してください。再発する場合は、プログラムを再起動するか、ドライバーを更新してください。</translation>
    </message>
    <message>
        <source>Load the model first.</source>
        <translation>先にモデルをロードしてください。</translation>
    </message>
    <message>
        <source>This is a mistake in the program. Please report it with this text.</source>
        <translation>これはプログラムの誤りです。このテキストを添えて報告してください。</translation>
    </message>
    <message>
        <source>Check the address and the network, then open it again.</source>
        <translation>アドレスとネットワークを確認してから、もう一度開いてください。</translation>
    </message>
    <message>
        <source>Picture from words</source>
        <translation>言葉から画像</translation>
    </message>
    <message>
        <source>Check that the models are there and readable, then open their folder again.</source>
        <translation>モデルが存在し読み取れることを確認してから、フォルダーをもう一度開いてください。</translation>
    </message>
    <message>
        <source>Change what the picture is made with, and make it again.</source>
        <translation>画像の作成条件を変更して、もう一度作成してください。</translation>
    </message>
    <message>
        <source>Close other programs that use the device, choose a smaller picture, or load one part after the other.</source>
        <translation>デバイスを使用しているほかのプログラムを閉じるか、小さい画像を選ぶか、部品を一つずつロードしてください。</translation>
    </message>
    <message>
        <source>The device stopped answering. Open the folder again; if it happens again, restart the program or update the driver.</source>
        <translation>デバイスが応答しなくなりました。フォルダーをもう一度開いてください。再び起きる場合は、プログラムを再起動するか、ドライバーを更新してください。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>別の名前を選んでください。</translation>
    </message>
    <message>
        <source>The model can be inspected, but not loaded and run on this device as it is. If something is too large, choose smaller free dimensions on the Load page.</source>
        <translation>モデルの確認はできますが、このままではこのデバイスで読み込み・実行できません。大きすぎるものがある場合は、読み込みページでより小さい可変次元を選んでください。</translation>
    </message>
    <message>
        <source>Choose smaller sizes for this run, or another device.</source>
        <translation>この実行の寸法を小さくするか、別のデバイスを選んでください。</translation>
    </message>
    <message>
        <source>What is wrong is in the file: export the model again. As it is, it can be inspected.</source>
        <translation>誤りはファイルの中にあります。モデルを書き出し直してください。このままでも閲覧はできます。</translation>
    </message>
    <message>
        <source>Choose an ONNX model; if this file is one, export it again.</source>
        <translation>ONNX モデルを選んでください。このファイルが ONNX モデルなら、もう一度エクスポートしてください。</translation>
    </message>
    <message>
        <source>The inputs of the run that is shown are gone: those of a run that did not end took their place. Run the model again to see this value.</source>
        <translation>表示されている実行の入力はもうありません。完了しなかった実行の入力に置き換わりました。この値を見るには、モデルをもう一度実行してください。</translation>
    </message>
    <message>
        <source>Start the server or the network again, then go on. If the model was changed there, open it again.</source>
        <translation>サーバーまたはネットワークを再開してから続けてください。サーバー上のモデルが変更されている場合は、開き直してください。</translation>
    </message>
    <message>
        <source>Choose “as they are stored” under Weights on the Load page: the model may be possible with the type of numbers that it has.</source>
        <translation>「ロード」ページの「重み」で「保存されているまま」を選んでください。モデル本来の数値型なら可能かもしれません。</translation>
    </message>
    <message>
        <source>Restore the file, or open the model again if it was changed, then start the load again: it goes on from what is still loaded.</source>
        <translation>ファイルを元に戻すか、変更された場合はモデルを開き直してから、もう一度読み込みを始めてください。まだ読み込まれているところから続きます。</translation>
    </message>
    <message>
        <source>Everything but loading and running works without one.</source>
        <translation>なくても、読み込みと実行以外はすべて使えます。</translation>
    </message>
    <message>
        <source>Choose another device. The model can be inspected.</source>
        <translation>別のデバイスを選んでください。モデルの内容は確認できます。</translation>
    </message>
</context>
<context>
    <name>ProjectText</name>
    <message>
        <source>text encoder</source>
        <translation>テキストエンコーダー</translation>
    </message>
    <message>
        <source>denoiser</source>
        <translation>ノイズ除去器</translation>
    </message>
    <message>
        <source>VAE decoder</source>
        <translation>VAE デコーダー</translation>
    </message>
    <message>
        <source>VAE encoder</source>
        <translation>VAE エンコーダー</translation>
    </message>
    <message>
        <source>safety checker</source>
        <translation>セーフティチェッカー</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Diffusers export</source>
        <translation>Diffusers のエクスポート</translation>
    </message>
    <message>
        <source>Diffusion models side by side</source>
        <translation>並べて置かれた拡散モデル</translation>
    </message>
    <message>
        <source>Models in one folder</source>
        <translation>1 つのフォルダーのモデル</translation>
    </message>
</context>
<context>
    <name>PropertiesRows</name>
    <message numerus="yes">
        <source>… %Ln more</source>
        <translation>
            <numerusform>… 他 %Ln 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PropertiesText</name>
    <message>
        <source>(omitted)</source>
        <translation>(省略)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>ドメイン</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>定数</translation>
    </message>
    <message numerus="yes">
        <source>%Ln, %1</source>
        <translation>
            <numerusform>%Ln、%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>出力</translation>
    </message>
    <message>
        <source> ⚠ cannot be run by this build</source>
        <translation> ⚠ このビルドでは実行できません</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>作成元</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>名前なし</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>IR %1, opset %2</source>
        <translation>IR %1、opset %2</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>モデルファイル</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Opened in</source>
        <translation>開くのにかかった時間</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>可変次元</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>演算子</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>メタデータ</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>グラフの入力</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>グラフの出力</translation>
    </message>
    <message>
        <source>Type and shape</source>
        <translation>型と形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>要素数</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>環境</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用元</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>ノードなし</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>ONNX says (since opset %1):</source>
        <translation>ONNX の説明(opset %1 以降):</translation>
    </message>
    <message>
        <source>Largest constants</source>
        <translation>最大の定数</translation>
    </message>
    <message>
        <source>Arithmetic with shapes</source>
        <translation>形状の計算</translation>
    </message>
    <message>
        <source>Nodes that compute nothing but shapes, in one box. Expand it to see them.</source>
        <translation>形状だけを計算するノードを1つの箱にまとめたものです。展開すると表示されます。</translation>
    </message>
    <message>
        <source>Group of the graph</source>
        <translation>グラフのグループ</translation>
    </message>
    <message>
        <source>%1, %2, of which %3 are missing</source>
        <translation>%1、%2、うち %3 が見つかりません</translation>
    </message>
    <message>
        <source>known</source>
        <translation>既知</translation>
    </message>
</context>
<context>
    <name>ReloadQuestion</name>
    <message>
        <source>Reload %1, stop its load and give up the weights that are loaded?</source>
        <translation>%1 を再読み込みして、ロードを中止し、ロード済みの重みを破棄しますか?</translation>
    </message>
    <message>
        <source>Reload %1, stop its run and give up its loaded weights and results?</source>
        <translation>%1 を再読み込みして、実行を中止し、ロード済みの重みと結果を破棄しますか?</translation>
    </message>
    <message>
        <source>Reload %1, and give up its loaded weights and the results of the last run?</source>
        <translation>%1 を再読み込みして、ロード済みの重みと直前の実行の結果を破棄しますか?</translation>
    </message>
    <message>
        <source>Reload %1, and give up the results of the last run?</source>
        <translation>%1 を再読み込みして、直前の実行の結果を破棄しますか?</translation>
    </message>
    <message>
        <source>Reload %1, and give up its loaded weights?</source>
        <translation>%1 を再読み込みして、ロード済みの重みを破棄しますか?</translation>
    </message>
    <message>
        <source>Reload from Disk</source>
        <translation>ディスクから再読み込み</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>再読み込み</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>No file of the model has changed since it was read.</source>
        <translation>モデルのファイルは、読み込んでから変わっていません。</translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message>
        <source>Compiling kernels, %1 of %2…</source>
        <translation>カーネルをコンパイル中 %1 / %2…</translation>
    </message>
    <message>
        <source>Run %1 of %2…</source>
        <translation>実行 %1 / %2…</translation>
    </message>
    <message>
        <source>%1 (for %2 s)</source>
        <translation>%1（%2 秒経過）</translation>
    </message>
</context>
<context>
    <name>TensorState</name>
    <message>
        <source>○ hollow</source>
        <translation>○ 空</translation>
    </message>
    <message>
        <source>● set</source>
        <translation>● 設定済み</translation>
    </message>
    <message>
        <source>● known</source>
        <translation>● 既知</translation>
    </message>
    <message>
        <source>– not needed</source>
        <translation>– 不要</translation>
    </message>
    <message>
        <source>⚠ no bytes</source>
        <translation>⚠ バイトなし</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1（見つかりません）</translation>
    </message>
    <message>
        <source>◐ with runs</source>
        <translation>◐ 実行のたび</translation>
    </message>
</context>
<context>
    <name>ValueText</name>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>0 の数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>無限大</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>数値 1 個</translation>
    </message>
    <message>
        <source>sequence of %1</source>
        <translation>%1 個のシーケンス</translation>
    </message>
    <message>
        <source>map of %1</source>
        <translation>%1 個のマップ</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;Folder…</source>
        <translation>フォルダーを開く(&amp;F)…</translation>
    </message>
    <message>
        <source>Open &amp;URL…</source>
        <translation>URL を開く(&amp;U)…</translation>
    </message>
    <message>
        <source>Ca&amp;ncel Opening</source>
        <translation>開くのをキャンセル(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close Model</source>
        <translation>モデルを閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>設定(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>Save a Cop&amp;y…</source>
        <translation>コピーを保存(&amp;Y)…</translation>
    </message>
    <message>
        <source>E&amp;xtract Tensor…</source>
        <translation>テンソルを取り出す(&amp;X)…</translation>
    </message>
    <message>
        <source>Save &amp;Tensors as CSV…</source>
        <translation>テンソルを CSV で保存(&amp;T)…</translation>
    </message>
    <message>
        <source>Save &amp;Graph as Picture…</source>
        <translation>グラフを画像で保存(&amp;G)…</translation>
    </message>
    <message>
        <source>Save &amp;Memory Chart…</source>
        <translation>メモリチャートを保存(&amp;M)…</translation>
    </message>
    <message>
        <source>Save Memory &amp;Samples as CSV…</source>
        <translation>メモリのサンプルを CSV で保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>配置をリセット(&amp;R)</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>全画面表示(&amp;U)</translation>
    </message>
    <message>
        <source>Book&amp;mark the Selected Node</source>
        <translation>選択したノードをブックマーク(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Find in the Graph</source>
        <translation>グラフ内を検索(&amp;F)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>拡大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>縮小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Expand All Scopes</source>
        <translation>すべてのスコープを展開(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Collapse All Scopes</source>
        <translation>すべてのスコープを折りたたむ(&amp;C)</translation>
    </message>
    <message>
        <source>Like the &amp;System</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>ライト(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>ダーク(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;High Contrast</source>
        <translation>ハイコントラスト(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Load the Weights</source>
        <translation>重みをロード(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>一時停止(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>再開(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel Loading</source>
        <translation>ロードをキャンセル(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Unload the Weights</source>
        <translation>重みをアンロード(&amp;U)</translation>
    </message>
    <message>
        <source>Co&amp;mpare Modes…</source>
        <translation>モードを比較(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>実行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>ガイド(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;What&apos;s This?</source>
        <translation>これは何?(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>キーボードショートカット(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Weightless</source>
        <translation>Weightless について(&amp;A)</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近使ったファイル(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>パネル(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Go To</source>
        <translation>移動(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>ロード(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Other Architectures</source>
        <translation>その他のアーキテクチャ(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Demo</source>
        <translation>デモ(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>Find &amp;Duplicate Weights…</source>
        <translation>重複した重みを検索(&amp;D)…</translation>
    </message>
    <message>
        <source>Predict A&amp;gain</source>
        <translation>もう一度予測(&amp;G)</translation>
    </message>
    <message>
        <source>Memory o&amp;f a Run…</source>
        <translation>実行時のメモリ(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Devices…</source>
        <translation>デバイス(&amp;D)…</translation>
    </message>
    <message>
        <source>Re&amp;load from Disk</source>
        <translation>ディスクから再読み込み(&amp;L)</translation>
    </message>
    <message>
        <source>Compare &amp;with Another Model…</source>
        <translation>別のモデルと比較(&amp;W)…</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>進む(&amp;W)</translation>
    </message>
    <message>
        <source>Fi&amp;t Graph</source>
        <translation>グラフを全体表示(&amp;T)</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>全体図(&amp;V)</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>配色(&amp;L)</translation>
    </message>
</context>
<context>
    <name>WindowPages</name>
    <message>
        <source>Outline</source>
        <translation>アウトライン</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>プロパティ</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>ブックマーク</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>調べる</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ArenaDialog</name>
    <message>
        <source>Memory of a Run</source>
        <translation>実行時のメモリ</translation>
    </message>
    <message>
        <source>Marked step</source>
        <translation>選択中のステップ</translation>
    </message>
    <message>
        <source>Activations by step and address</source>
        <translation>ステップとアドレスごとのアクティベーション</translation>
    </message>
    <message>
        <source>What is held during the marked step</source>
        <translation>選択中のステップで保持しているもの</translation>
    </message>
    <message>
        <source>Go to the &amp;Peak</source>
        <translation>最大の位置へ(&amp;P)</translation>
    </message>
    <message>
        <source>Show the &amp;Node</source>
        <translation>ノードを表示(&amp;N)</translation>
    </message>
    <message>
        <source>Nothing of this model is held on the device while it runs.</source>
        <translation>このモデルは実行中にデバイス上に何も保持しません。</translation>
    </message>
    <message>
        <source>Most is held in step %1 of %2, %3 (%4): %5 of activations, in an arena of %6.</source>
        <translation>最も多く保持するのはステップ %1 / %2 の %3 (%4) です。アクティベーション %5、アリーナ %6。</translation>
    </message>
    <message>
        <source>Result of</source>
        <translation>生成元</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>Made in step</source>
        <translation>生成ステップ</translation>
    </message>
    <message>
        <source>Last used in step</source>
        <translation>最後に使うステップ</translation>
    </message>
    <message>
        <source>Step %1, %2 (%3): %4 in use</source>
        <translation>ステップ %1、%2 (%3): %4 使用中</translation>
    </message>
    <message>
        <source>Memory of a run</source>
        <translation>実行のメモリ</translation>
    </message>
    <message>
        <source>Step by Step</source>
        <translation>ステップごと</translation>
    </message>
    <message>
        <source>Other Sizes</source>
        <translation>他のサイズ</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BatchBar</name>
    <message>
        <source> of %1</source>
        <comment>follows the number of an element</comment>
        <translation> / %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BookmarkModel</name>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>演算子</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注記</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BookmarksPage</name>
    <message>
        <source>Select a node in the graph and press Ctrl+D to come back to it later, with a note.</source>
        <translation>グラフでノードを選んで Ctrl+D を押すと、メモを付けて後で戻ってこられます。</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>ブックマーク</translation>
    </message>
    <message>
        <source>Remove the Bookmark</source>
        <translation>ブックマークを削除</translation>
    </message>
    <message>
        <source>Bookmark the Selected Node</source>
        <translation>選択したノードをブックマーク</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BudgetField</name>
    <message>
        <source>Weights that do not fit are brought while a model runs. Where the device uses the file&apos;s own pages, as zero-copy does, there is nothing to limit.</source>
        <translation>収まらない重みはモデルの実行中に読み込まれます。ゼロコピーのようにデバイスがファイルのページをそのまま使う場合は、制限するものがありません。</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Device memory for weights</source>
        <translation>重み用のデバイスメモリ</translation>
    </message>
    <message>
        <source>Limi&amp;t device memory for weights</source>
        <translation>重み用のデバイスメモリを制限(&amp;T)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BudgetPanel</name>
    <message>
        <source>&amp;Measure a Run</source>
        <translation>実行を測定(&amp;M)</translation>
    </message>
    <message>
        <source>Device memory for weights</source>
        <translation>重みに使うデバイスメモリ</translation>
    </message>
    <message>
        <source>What the limit costs</source>
        <translation>制限による影響</translation>
    </message>
    <message>
        <source>Runs the model on no content, before any weight is loaded, so that the time of a run is known for every limit</source>
        <translation>重みをロードする前に中身なしでモデルを実行し、どの制限でも実行時間が分かるようにします</translation>
    </message>
    <message>
        <source>Measuring a run…</source>
        <translation>実行を測定中…</translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation>予測中…</translation>
    </message>
    <message>
        <source>Nothing to limit: a conventional load brings all weights at once.</source>
        <translation>制限するものがありません。従来方式のロードは、すべての重みを一度に持ち込みます。</translation>
    </message>
    <message>
        <source>Device memory for weights, in MiB</source>
        <translation>重みのためのデバイスメモリ (MiB)</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>&amp;Stop Measuring</source>
        <translation>測定を停止(&amp;S)</translation>
    </message>
    <message>
        <source>Nothing to limit: the model has no weights to be loaded.</source>
        <translation>制限するものがありません: ロードする重みがモデルにありません。</translation>
    </message>
    <message>
        <source>Nothing to limit: in this mode the device uses the file&apos;s own pages.</source>
        <translation>制限するものがありません: このモードではデバイスがファイル自身のページを使います。</translation>
    </message>
    <message>
        <source>Nothing to limit: other graphs on this device share a limit.</source>
        <translation>制限するものがありません: このデバイスの他のグラフが制限を共有しています。</translation>
    </message>
    <message>
        <source>Nothing to limit: one step needs all weights at once.</source>
        <translation>制限するものがありません: 1 つのステップがすべての重みを同時に必要とします。</translation>
    </message>
    <message>
        <source>What limits cost could not be predicted, and Problems says why: a load takes the memory that it needs.</source>
        <translation>制限の影響を予測できませんでした。理由は「問題」にあります。ロードは必要なだけメモリを使います。</translation>
    </message>
    <message>
        <source>Nothing to limit: the server sends no parts of files, so that no weight can come while the model runs. Keep downloads (Preferences), or save the model first.</source>
        <translation>制限するものがありません: サーバーがファイルの一部を送れないため、モデルの実行中に重みを取得できません。ダウンロードを保持する (設定) か、先にモデルを保存してください。</translation>
    </message>
    <message>
        <source>Weights that do not fit are brought while the model runs. An automatic load is streamed then.</source>
        <translation>収まらない重みは、モデルの実行中に読み込みます。自動の場合はストリームでロードします。</translation>
    </message>
    <message>
        <source>Limi&amp;t device memory for weights</source>
        <translation>重み用のデバイスメモリを制限(&amp;T)</translation>
    </message>
    <message>
        <source>How far the measurement is</source>
        <translation>測定の進み具合</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ChartPictureDialog</name>
    <message>
        <source>Save the chart as a picture</source>
        <translation>チャートを画像として保存</translation>
    </message>
    <message>
        <source>as it is shown</source>
        <translation>表示のまま</translation>
    </message>
    <message>
        <source>a slide</source>
        <translation>スライド</translation>
    </message>
    <message>
        <source>a large slide</source>
        <translation>大きいスライド</translation>
    </message>
    <message>
        <source>a column of a paper</source>
        <translation>論文の 1 段</translation>
    </message>
    <message>
        <source>another size</source>
        <translation>その他の大きさ</translation>
    </message>
    <message>
        <source>Usual sizes</source>
        <translation>よく使う大きさ</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>幅(ピクセル)</translation>
    </message>
    <message>
        <source>Height in pixels</source>
        <translation>高さ(ピクセル)</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>&amp;Size:</source>
        <translation>大きさ(&amp;S):</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>幅(&amp;W):</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>高さ(&amp;H):</translation>
    </message>
    <message>
        <source>&amp;Choose File…</source>
        <translation>ファイルを選択(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ClassesPage</name>
    <message>
        <source>The best classes</source>
        <translation>上位のクラス</translation>
    </message>
    <message>
        <source>Where the names of the classes are from</source>
        <translation>クラス名の出どころ</translation>
    </message>
    <message>
        <source>Names of Classes…</source>
        <translation>クラス名…</translation>
    </message>
    <message>
        <source>Choose a file with the names of the classes</source>
        <translation>クラス名のファイルを選択</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>確率</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>The classes have no names yet.</source>
        <translation>クラスにはまだ名前がありません。</translation>
    </message>
    <message>
        <source>There are %1 names for %2 classes: they may belong to another model.</source>
        <translation>%2 個のクラスに対して名前が %1 個あります。別のモデルのものかもしれません。</translation>
    </message>
    <message>
        <source>Element of the batch:</source>
        <translation>バッチの要素:</translation>
    </message>
    <message>
        <source>Which element of the batch is shown</source>
        <translation>表示するバッチの要素</translation>
    </message>
    <message>
        <source>No Names</source>
        <translation>名前なし</translation>
    </message>
    <message>
        <source>What is wrong with the scores</source>
        <translation>スコアの問題</translation>
    </message>
    <message>
        <source>A text file with one name a line, in the order of the classes; a CSV file with their numbers and names; JSON, as a config.json with id2label. A labels.txt beside the model is found by itself.</source>
        <translation>クラスの順に 1 行に 1 つの名前を書いたテキストファイル、番号と名前の CSV ファイル、または id2label のある config.json などの JSON。モデルの隣の labels.txt は自動的に見つかります。</translation>
    </message>
    <message>
        <source>Show the classes without names</source>
        <translation>クラスを名前なしで表示</translation>
    </message>
    <message>
        <source>%1 of %2 scores are not numbers: no probabilities follow from the others.</source>
        <translation>%2 個のスコアのうち %1 個が数ではありません。残りから確率は求められません。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::CompareDialog</name>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>%1 を読み込めません: %2</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 に書き込めません: %2</translation>
    </message>
    <message>
        <source>Also &amp;ONNX Runtime, if it is installed</source>
        <translation>インストールされていれば ONNX Runtime も(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比較(&amp;C)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>キャンセル(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Compare loading %1</source>
        <translation>%1 のロードを比較</translation>
    </message>
    <message>
        <source>Result of the comparison</source>
        <translation>比較の結果</translation>
    </message>
    <message>
        <source>Loads the model in each mode, each in a process of its own, and shows what that took.</source>
        <translation>モデルを各モードで、それぞれ別のプロセスでロードし、かかったものを示します。</translation>
    </message>
    <message>
        <source>Figures of each load</source>
        <translation>各ロードの数値</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>比較中</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>Memory over time, for each load</source>
        <translation>ロードごとのメモリの推移</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>閉じる(&amp;L)</translation>
    </message>
    <message>
        <source>Comparing: zero-copy, streamed and conventional, one after the other…</source>
        <translation>比較中: ゼロコピー、ストリーム、従来方式の順…</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>Peak CPU</source>
        <translation>CPU 最大</translation>
    </message>
    <message>
        <source>× model</source>
        <translation>モデル比</translation>
    </message>
    <message>
        <source>Beyond the weights</source>
        <translation>重み以外</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Bytes by path</source>
        <translation>経路別バイト数</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>比較を保存</translation>
    </message>
    <message>
        <source>Report (*.html);;Samples (*.csv);;Chart (*.png)</source>
        <translation>レポート (*.html);;サンプル (*.csv);;チャート (*.png)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ComparisonProcess</name>
    <message>
        <source>weightless-cli ended with exit code %1</source>
        <translation>weightless-cli が終了コード %1 で終了しました</translation>
    </message>
    <message>
        <source>weightless-cli cannot be started: %1</source>
        <translation>weightless-cli を起動できません: %1</translation>
    </message>
    <message>
        <source>weightless-cli was not found beside this program or in PATH: comparing needs it, because each load runs in a process of its own</source>
        <translation>weightless-cli がこのプログラムの隣にも PATH にも見つかりません。各ロードを別のプロセスで行うため、比較に必要です</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DemoDialog</name>
    <message>
        <source>Stable Diffusion 1.5 UNet</source>
        <translation>Stable Diffusion 1.5 UNet</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5 VAE decoder</source>
        <translation>Stable Diffusion 1.5 VAE デコーダー</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5 CLIP text encoder</source>
        <translation>Stable Diffusion 1.5 CLIP テキストエンコーダー</translation>
    </message>
    <message>
        <source>Language Model</source>
        <translation>言語モデル</translation>
    </message>
    <message>
        <source>Language Model of 4-bit Weights</source>
        <translation>4ビットの重みの言語モデル</translation>
    </message>
    <message>
        <source>BERT Text Encoder</source>
        <translation>BERT テキストエンコーダー</translation>
    </message>
    <message>
        <source>ViT Image Classifier</source>
        <translation>ViT 画像分類</translation>
    </message>
    <message>
        <source>Whisper Speech Encoder</source>
        <translation>Whisper 音声エンコーダー</translation>
    </message>
    <message>
        <source>Whisper Text Decoder</source>
        <translation>Whisper テキストデコーダー</translation>
    </message>
    <message>
        <source>Object Detector</source>
        <translation>物体検出</translation>
    </message>
    <message>
        <source>Voice Detector</source>
        <translation>音声区間検出</translation>
    </message>
    <message>
        <source>Tree Ensemble</source>
        <translation>決定木のアンサンブル</translation>
    </message>
    <message>
        <source>&amp;Free dimensions (batch, height, width)</source>
        <translation>可変次元 (batch, height, width)(&amp;F)</translation>
    </message>
    <message>
        <source>real size</source>
        <translation>実際の大きさ</translation>
    </message>
    <message>
        <source>channels divided by %1</source>
        <translation>チャネル数を %1 分の 1 に</translation>
    </message>
    <message>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>beside the model (external data)</source>
        <translation>モデルの隣(外部データ)</translation>
    </message>
    <message>
        <source>inside the model file</source>
        <translation>モデルファイルの中</translation>
    </message>
    <message>
        <source>&amp;Write…</source>
        <translation>書き出す(&amp;W)…</translation>
    </message>
    <message>
        <source>Writes the true topology with seeded random weights: for trying things out, not for pictures.</source>
        <translation>本物の構成を、シードから作った乱数の重みで書き出します。試すためのもので、画像は作れません。</translation>
    </message>
    <message>
        <source>S&amp;cale:</source>
        <translation>縮尺(&amp;C):</translation>
    </message>
    <message>
        <source>&amp;Type:</source>
        <translation>型(&amp;T):</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>重み(&amp;G):</translation>
    </message>
    <message>
        <source>&amp;Opset:</source>
        <translation>opset(&amp;O):</translation>
    </message>
    <message>
        <source>See&amp;d:</source>
        <translation>シード(&amp;D):</translation>
    </message>
    <message>
        <source>Size:</source>
        <translation>大きさ:</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>縮尺</translation>
    </message>
    <message>
        <source>Type of the weights</source>
        <translation>重みの型</translation>
    </message>
    <message>
        <source>Where the weights are</source>
        <translation>重みの場所</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>opset</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>可変次元</translation>
    </message>
    <message>
        <source>Size of the weights</source>
        <translation>重みの大きさ</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>パラメーター %1 個、%2</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5, All Parts</source>
        <translation>Stable Diffusion 1.5、全パーツ</translation>
    </message>
    <message>
        <source>Writes a folder of text encoder, UNet, VAE decoder and tokenizer with seeded random weights: for trying out pictures from words, which will be noise.</source>
        <translation>テキストエンコーダー、UNet、VAE デコーダー、トークナイザーを、シード付き乱数の重みでフォルダーに書き出します。言葉から画像を作る機能の試用向けで、画像はノイズになります。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DeviceChooser</name>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>looking for devices…</source>
        <translation>デバイスを探しています…</translation>
    </message>
    <message>
        <source>no Vulkan device</source>
        <translation>Vulkan デバイスなし</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>最適: %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DeviceDialog</name>
    <message>
        <source>What the device is</source>
        <translation>デバイスの特性</translation>
    </message>
    <message>
        <source>What the device reaches</source>
        <translation>デバイスの実測</translation>
    </message>
    <message>
        <source>Asking the drivers…</source>
        <translation>ドライバーに問い合わせ中…</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>測定(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>State of the measurement</source>
        <translation>測定の状態</translation>
    </message>
    <message>
        <source>Measuring: %1</source>
        <translation>測定中: %1</translation>
    </message>
    <message>
        <source>This machine has a Vulkan loader, but no device.</source>
        <translation>このマシンにはVulkanローダーがありますが、デバイスがありません。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>停止しました。</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>測定中…</translation>
    </message>
    <message>
        <source>The best of a few tries each, with this program&apos;s own kernels. What is loaded from now on follows it.</source>
        <translation>それぞれ数回のうち最良の値で、このプログラム自身のカーネルによるものです。これから読み込むものはこれに従います。</translation>
    </message>
    <message>
        <source>As it was measured last, which the program follows.</source>
        <translation>前回の測定値です。プログラムはこれに従います。</translation>
    </message>
    <message>
        <source>Measuring takes some seconds, and loads the device fully. The program then takes the kernels that were fastest.</source>
        <translation>測定には数秒かかり、その間デバイスを占有します。その後、プログラムは最も速かったカーネルを使います。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DiffDialog</name>
    <message>
        <source>added</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>名前変更</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>読み取り不可</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>−%1</source>
        <translation>−%1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>現在 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ</source>
        <translation>
            <numerusform>%1、%Ln 個の値が異なる</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>What differs: %1 and %2</source>
        <translation>相違点: %1 と %2</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>見つかったもの</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>%1 と比較中…</translation>
    </message>
    <message>
        <source>How much was compared</source>
        <translation>比較の進み具合</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>相違点</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>… the others are in the output of weightless-cli diff</source>
        <translation>… 残りは weightless-cli diff の出力にあります</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>相違</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>What</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>定数</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>%1 constants and %2 nodes are equal</source>
        <translation>定数 %1 個とノード %2 個が同じ</translation>
    </message>
    <message>
        <source>The models are equal: %1.</source>
        <translation>モデルは同じです: %1。</translation>
    </message>
    <message>
        <source>The models differ; %1.</source>
        <translation>モデルは異なります。%1。</translation>
    </message>
    <message>
        <source>The models differ by %1 of constants; %2.</source>
        <translation>モデルは定数 %1 の分だけ異なります。%2。</translation>
    </message>
    <message>
        <source>Summary of the differences</source>
        <translation>違いのまとめ</translation>
    </message>
    <message>
        <source>Graphs in Step</source>
        <translation>並べて表示</translation>
    </message>
    <message>
        <source>Largest Difference</source>
        <translation>最大の差</translation>
    </message>
    <message>
        <source>Between two floats at the same place, of those that are finite in both models</source>
        <translation>両方のモデルで有限である、同じ位置の 2 つの浮動小数点数の差</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Filter by what is in a row</source>
        <translation>行の内容で絞り込み</translation>
    </message>
    <message>
        <source>Filter of the differences</source>
        <translation>差分のフィルター</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>コピー(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all that are shown, as tab-separated text</source>
        <translation>選択した行、または表示中のすべての行をタブ区切りテキストとしてコピー</translation>
    </message>
    <message>
        <source>Copy differences</source>
        <translation>差分をコピー</translation>
    </message>
    <message>
        <source>%1, %2 became or ceased to be NaN or infinite</source>
        <translation>%1、%2 個は NaN または無限大になったか、そうでなくなりました</translation>
    </message>
    <message>
        <source>%1, the same values</source>
        <translation>%1、値は同じ</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ, only in the sign of zero</source>
        <translation>
            <numerusform>%1、%Ln 個の値がゼロの符号だけ異なる</numerusform>
        </translation>
    </message>
    <message>
        <source>Inputs, outputs, versions, metadata</source>
        <translation>入力、出力、バージョン、メタデータ</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DuplicatesDialog</name>
    <message>
        <source>Reading the weights…</source>
        <translation>重みを読み込んでいます…</translation>
    </message>
    <message>
        <source>Duplicate Weights</source>
        <translation>重複した重み</translation>
    </message>
    <message>
        <source>How much was read</source>
        <translation>読み込みの進み具合</translation>
    </message>
    <message>
        <source>Weights that are stored more than once</source>
        <translation>2 回以上保存されている重み</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Bytes each</source>
        <translation>1 つの大きさ</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>減らせる量</translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal weight(s)</source>
        <translation>
            <numerusform>同じ重み %Ln 個</numerusform>
        </translation>
    </message>
    <message>
        <source>No two weights of %1 or more are the same.</source>
        <translation>%1 以上の重みに同じものはありません。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) of weights of %1 or more with the same values; one of each would be %2 less.</source>
        <translation>
            <numerusform>同じ値を持つ %1 以上の重みが %Ln 組あります。1 つずつにすると %2 減ります。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::EngineWorker</name>
    <message>
        <source>%1 values are beyond float16&apos;s range and became ±65504, in %2</source>
        <translation>%1 個の値が float16 の範囲を超え、±65504 になりました(%2)</translation>
    </message>
    <message>
        <source>Save these weights as they are if the results matter.</source>
        <translation>結果が重要な場合は、これらの重みをそのまま保存してください。</translation>
    </message>
    <message>
        <source>The model&apos;s file is gone or was changed. Its structure was written from what was read of it: documentation, quantisation notes and what this program does not know are lost.</source>
        <translation>モデルのファイルがなくなったか、変更されました。構造は読み込み済みの内容から書き出しました。ドキュメント、量子化の注記、このプログラムが知らないものは失われています。</translation>
    </message>
    <message>
        <source>The replaced model named files for its data that are not known to be its alone. They stay: %1</source>
        <translation>置き換えられたモデルは、そのモデルだけのものとは確認できないファイルをデータとして指定していました。これらは残します: %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FindModel</name>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>What</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>output</source>
        <translation>出力</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FindPanel</name>
    <message>
        <source>Find: name, op:Conv, type:float16, bytes&gt;10M</source>
        <translation>検索: 名前, op:Conv, type:float16, bytes&gt;10M</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>グラフ内を検索</translation>
    </message>
    <message>
        <source>Words that all must be in a name, operator, type, shape or attribute.
op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes&gt;10M  params&lt;1k
&quot;Words in quotes&quot; stay together.</source>
        <translation>名前、演算子、型、形状、属性のいずれかに、すべての語が含まれるものを探します。
op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes&gt;10M  params&lt;1k
&quot;引用符の中の語&quot; はまとめて扱います。</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>前の一致</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>次の一致</translation>
    </message>
    <message>
        <source>What was found in the graph</source>
        <translation>グラフ内で見つかったもの</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>一致なし</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FreeDimensionsEditor</name>
    <message>
        <source>Size of %1 in %2</source>
        <translation>%2 の %1 の大きさ</translation>
    </message>
    <message>
        <source>Free dimension %1</source>
        <translation>可変次元 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateDialog</name>
    <message>
        <source>A picture from words: %1</source>
        <translation>言葉から画像: %1</translation>
    </message>
    <message>
        <source>A picture is being made. Closing the window stops it.</source>
        <translation>画像を生成しています。ウィンドウを閉じると中止されます。</translation>
    </message>
    <message>
        <source>Stop and Close</source>
        <translation>中止して閉じる</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Close Without Saving</source>
        <translation>保存せずに閉じる</translation>
    </message>
    <message>
        <source>Keep Open</source>
        <translation>開いたままにする</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file.</source>
        <translation>
            <numerusform>できあがった画像のうち %Ln 枚が保存されていません。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file. Closing the window loses them.</source>
        <translation>
            <numerusform>できあがった画像のうち %Ln 枚が保存されていません。ウィンドウを閉じると失われます。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the One Shown…</source>
        <translation>表示中のものを保存…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateForm</name>
    <message>
        <source>On&amp;e part at a time</source>
        <translation>1 部分ずつ(&amp;E)</translation>
    </message>
    <message>
        <source>What the picture shows</source>
        <translation>画像に描くもの</translation>
    </message>
    <message>
        <source>What it does not show</source>
        <translation>画像に描かないもの</translation>
    </message>
    <message>
        <source>How closely the prompt is followed; 1 and less halve the work</source>
        <translation>プロンプトにどれだけ従うか。1 以下では計算量が半分になります</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Load, run and give back each part before the next one: the least memory, the most loading</source>
        <translation>各部分をロードし、実行し、解放してから次に進みます。メモリは最少、ロードは最多です</translation>
    </message>
    <message>
        <source>&amp;Prompt</source>
        <translation>プロンプト(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;gative prompt</source>
        <translation>ネガティブプロンプト(&amp;G)</translation>
    </message>
    <message>
        <source>S&amp;cheduler</source>
        <translation>スケジューラー(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>ステップ数(&amp;S)</translation>
    </message>
    <message>
        <source>G&amp;uidance</source>
        <translation>ガイダンス(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>幅(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高さ(&amp;H)</translation>
    </message>
    <message>
        <source>R&amp;andom</source>
        <translation>ランダム(&amp;A)</translation>
    </message>
    <message>
        <source>Another seed: another picture</source>
        <translation>シードが違えば画像も変わります</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>シード(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;ictures</source>
        <translation>枚数(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>ロード(&amp;L)</translation>
    </message>
    <message>
        <source>%1 / %2 tokens</source>
        <translation>トークン %1 / %2</translation>
    </message>
    <message>
        <source>%1 – the rest is cut off</source>
        <translation>%1 – 残りは切り捨てられます</translation>
    </message>
    <message>
        <source>Calls of the denoiser; PNDM makes one more</source>
        <translation>デノイザーの呼び出し回数。PNDM は 1 回多く呼び出します</translation>
    </message>
    <message>
        <source>T&amp;ype of weights</source>
        <translation>重みの型(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GeneratePage</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>Gene&amp;rate</source>
        <translation>生成(&amp;R)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>キャンセル(&amp;N)</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>フォルダーを読み込んでいます…</translation>
    </message>
    <message>
        <source>The folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Memory of each way of loading</source>
        <translation>ロード方式ごとのメモリ</translation>
    </message>
    <message>
        <source>State of the picture</source>
        <translation>画像の状態</translation>
    </message>
    <message>
        <source>Progress of the picture</source>
        <translation>画像の進み具合</translation>
    </message>
    <message>
        <source>Make the same picture with every way of loading, each from nothing, and lay the memory curves over each other</source>
        <translation>同じ画像をすべてのロード方式で最初から作り、メモリの曲線を重ねます</translation>
    </message>
    <message>
        <source>Done in %1.</source>
        <translation>%1 で完了。</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>準備完了。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>開始しています…</translation>
    </message>
    <message>
        <source>Beginning: %1</source>
        <translation>開始しています: %1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>キャンセルしています…</translation>
    </message>
    <message>
        <source>%1 on %2; its models weigh %3.</source>
        <translation>%1(%2)。モデルの大きさは %3 です。</translation>
    </message>
    <message>
        <source>Picture %1 of %2: step %3 of %4</source>
        <translation>画像 %1 / %2: ステップ %3 / %4</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>ステップ %1 / %2</translation>
    </message>
    <message>
        <source>%1, about %2 left</source>
        <translation>%1、残り約 %2</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>画像を保存</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 画像 (*.png)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>レポートを保存</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>ウェブページ (*.html)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>%1 として保存しました</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>%1 に書き込めません</translation>
    </message>
    <message>
        <source>Co&amp;mpare Ways</source>
        <translation>方式を比較(&amp;M)</translation>
    </message>
    <message>
        <source>Sa&amp;ve Picture…</source>
        <translation>画像を保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Save Rep&amp;ort…</source>
        <translation>レポートを保存(&amp;O)…</translation>
    </message>
    <message>
        <source>Compiling kernels, %1 of %2…</source>
        <translation>カーネルをコンパイル中 %1 / %2…</translation>
    </message>
    <message>
        <source>Done: %1 ways in %2.</source>
        <translation>完了: %1 通りを %2 で。</translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln picture(s) that were in no file had to make room.</source>
        <translation>
            <numerusform>%1 保存されていなかった画像 %Ln 枚を、空きを作るために破棄しました。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateWorker</name>
    <message>
        <source>load %1</source>
        <translation>ロード %1</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>デコード</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>コンパイル %1</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>計画 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphDisplayMenu</name>
    <message>
        <source>Show in the graph</source>
        <translation>グラフに表示</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>箱</translation>
    </message>
    <message>
        <source>&amp;Names</source>
        <translation>名前(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Attributes</source>
        <translation>属性(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>重み(&amp;W)</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>&amp;Fold Constants and Shape Arithmetic</source>
        <translation>定数と形状計算を折りたたむ(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>全体図(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>アニメーション(&amp;M)</translation>
    </message>
    <message>
        <source>Colour tells</source>
        <translation>色の意味</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>凡例(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Colours for Colour-Blind People</source>
        <translation>色覚多様性に配慮した配色(&amp;C)</translation>
    </message>
    <message>
        <source>From Left to &amp;Right</source>
        <translation>左から右へ(&amp;R)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphPage</name>
    <message>
        <source>Graph of the model</source>
        <translation>モデルのグラフ</translation>
    </message>
    <message>
        <source>Collapse all scopes</source>
        <translation>すべてのスコープを折りたたむ</translation>
    </message>
    <message>
        <source>Expand all scopes</source>
        <translation>すべてのスコープを展開</translation>
    </message>
    <message>
        <source>Fit the graph to the window</source>
        <translation>グラフ全体をウィンドウに収める</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>縮小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>拡大</translation>
    </message>
    <message>
        <source>What the graph shows: colours, names, weights, direction</source>
        <translation>グラフに表示するもの: 色、名前、重み、方向</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>配置を計算中…</translation>
    </message>
    <message>
        <source>%1 of %2 nodes shown, the others group by group</source>
        <translation>%2 ノード中 %1 ノードを表示。残りはグループごと</translation>
    </message>
    <message>
        <source>Save the graph</source>
        <translation>グラフを保存</translation>
    </message>
    <message>
        <source>Graphs are saved as .svg, .png, .pdf, .dot, .gv or .json, not as &apos;%1&apos;.</source>
        <translation>グラフは .svg、.png、.pdf、.dot、.gv または .json として保存されます。「%1」としては保存できません。</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg);;PNG pictures (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)</source>
        <translation>SVG 画像 (*.svg);;PNG 画像 (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln 個の箱</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no model whose graph could be saved.</source>
        <translation>グラフを保存できるモデルがありません。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GuideDialog</name>
    <message>
        <source>Guide</source>
        <translation>ガイド</translation>
    </message>
</context>
<context>
    <name>weightless::ui::HeaderBar</name>
    <message>
        <source>Workspaces and loading</source>
        <translation>ワークスペースとロード</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>ワークスペース</translation>
    </message>
    <message>
        <source>Memory that a load needs</source>
        <translation>ロードに必要なメモリ</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>Load mode</source>
        <translation>ロードモード</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>次の操作</translation>
    </message>
    <message>
        <source>Cancel what is under way</source>
        <translation>進行中の処理をキャンセル</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>計画中…</translation>
    </message>
    <message>
        <source>Needs: not known yet</source>
        <translation>必要量: まだ不明</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>アクティベーション</translation>
    </message>
    <message>
        <source>CPU memory beyond the weights</source>
        <translation>重み以外の CPU メモリ</translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) have no data</source>
        <translation>
            <numerusform>%Ln 個の重みのデータがありません</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 がありません</translation>
    </message>
    <message>
        <source>Unload the weights to load them in another mode</source>
        <translation>別のモードでロードするには、重みをアンロードしてください</translation>
    </message>
    <message>
        <source>Needs: not planned</source>
        <translation>必要量: 未計画</translation>
    </message>
    <message>
        <source>Planned sizes</source>
        <translation>計画したサイズ</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputDelegate</name>
    <message>
        <source>Tensors (*.npy *.pb)</source>
        <translation>テンソル (*.npy *.pb)</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>ファイルを選択</translation>
    </message>
    <message>
        <source>Seed, number, text or file of the input</source>
        <translation>入力のシード、数値、テキスト、またはファイル</translation>
    </message>
    <message>
        <source>Several texts, with ; between them, take turns</source>
        <translation>; で区切った複数のテキストは順番に使われます</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)</source>
        <translation>画像 (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)</translation>
    </message>
    <message>
        <source>a number, or as many as there are elements: 1, 2, 3</source>
        <translation>1 つの数、または要素の数だけの数: 1, 2, 3</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputFiles</name>
    <message>
        <source>Input &apos;%1&apos; takes %2, but %3 holds %4.</source>
        <translation>入力「%1」は %2 を受け取りますが、%3 にあるのは %4 です。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputModel</name>
    <message>
        <source>Input &apos;%1&apos; needs a file.</source>
        <translation>入力「%1」にはファイルが必要です。</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>シード %1</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>Seed, number or file</source>
        <translation>シード、数値、ファイル</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>ソース</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>A seed is a whole number from 0 to %1.</source>
        <translation>シードは 0 から %1 までの整数です。</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>これは数値ではありません。</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos;: %2</source>
        <translation>入力「%1」: %2</translation>
    </message>
    <message>
        <source>%1 numbers are given for %2 elements.</source>
        <translation>%2 個の要素に対して %1 個の数が指定されています。</translation>
    </message>
    <message>
        <source>%1 cannot hold %2.</source>
        <translation>%1 では %2 を表せません。</translation>
    </message>
    <message>
        <source>No picture fits an input without elements.</source>
        <translation>要素のない入力に合う画像はありません。</translation>
    </message>
    <message>
        <source>type a text…</source>
        <translation>テキストを入力…</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos; needs a text.</source>
        <translation>入力「%1」にはテキストが必要です。</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos;: %2 texts are given for %3 elements.</source>
        <translation>入力「%1」: %3 要素に対して %2 個のテキストが指定されています。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputPreview</name>
    <message>
        <source>Picture of the input</source>
        <translation>入力の画像</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputTable</name>
    <message>
        <source>Inputs of the graph</source>
        <translation>グラフの入力</translation>
    </message>
    <message>
        <source>Source of the input</source>
        <translation>入力のソース</translation>
    </message>
</context>
<context>
    <name>weightless::ui::LoadPage</name>
    <message>
        <source>&amp;Unload</source>
        <translation>アンロード(&amp;U)</translation>
    </message>
    <message>
        <source>Which constants come first</source>
        <translation>どの定数を先にするか</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>可変次元</translation>
    </message>
    <message>
        <source>What it will need</source>
        <translation>必要なもの</translation>
    </message>
    <message>
        <source>What the load will need</source>
        <translation>ロードに必要なもの</translation>
    </message>
    <message>
        <source>Load progress</source>
        <translation>ロードの進み具合</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>重みをアンロード</translation>
    </message>
    <message>
        <source>Give the device memory back: every constant is hollow again</source>
        <translation>デバイスメモリを返し、すべての定数を空に戻します</translation>
    </message>
    <message>
        <source>State of the model</source>
        <translation>モデルの状態</translation>
    </message>
    <message>
        <source>Current tensor</source>
        <translation>現在のテンソル</translation>
    </message>
    <message>
        <source>Bytes and rate</source>
        <translation>バイト数と速度</translation>
    </message>
    <message>
        <source>Bytes by path</source>
        <translation>経路別バイト数</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>キャンセル(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel the load</source>
        <translation>読み込みをキャンセル</translation>
    </message>
    <message>
        <source>Weights that are loaded stay loaded, but for a conventional load</source>
        <translation>従来方式を除き、読み込み済みの重みはそのまま残ります</translation>
    </message>
    <message>
        <source>Type that weights are loaded as</source>
        <translation>重みをロードする型</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>重み(&amp;G):</translation>
    </message>
    <message>
        <source>Ord&amp;er:</source>
        <translation>順序(&amp;E):</translation>
    </message>
    <message>
        <source>The weights are loaded for this size. Unload them to plan with another one, or change it for one run in the Run workspace.</source>
        <translation>重みはこのサイズでロードされています。別のサイズで計画するにはアンロードするか、「実行」ワークスペースで 1 回の実行だけ変更してください。</translation>
    </message>
    <message>
        <source>The weights are loaded as this type. Unload them to choose another one.</source>
        <translation>重みはこの型でロードされています。別の型を選ぶにはアンロードしてください。</translation>
    </message>
    <message>
        <source>What it needs</source>
        <translation>使用中のもの</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MadePictures</name>
    <message>
        <source>Previous picture</source>
        <translation>前の画像</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>次の画像</translation>
    </message>
    <message>
        <source>Which picture is shown</source>
        <translation>表示中の画像</translation>
    </message>
    <message>
        <source>What the picture looks like so far</source>
        <translation>途中の画像</translation>
    </message>
    <message>
        <source>The picture for “%1”, seed %2</source>
        <translation>「%1」の画像、シード %2</translation>
    </message>
    <message>
        <source>Picture %1 of %2, seed %3</source>
        <translation>画像 %1 / %2、シード %3</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MainWindow</name>
    <message>
        <source>Weightless</source>
        <translation>Weightless</translation>
    </message>
    <message>
        <source>%1 was changed on disk.</source>
        <translation>%1 がディスク上で変更されました。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>再読み込み</translation>
    </message>
    <message>
        <source>%1 – Weightless</source>
        <translation>%1 – Weightless</translation>
    </message>
    <message numerus="yes">
        <source>Operator %1 is not known to this build (%Ln node(s), first &apos;%2&apos;)</source>
        <translation>
            <numerusform>演算子 %1 はこのビルドでは未知です(%Ln ノード、最初は「%2」)</numerusform>
        </translation>
    </message>
    <message>
        <source>The model can be inspected, but not run.</source>
        <translation>モデルを調べることはできますが、実行はできません。</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>最近使ったファイルなし</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
    <message>
        <source>&amp;Clear List</source>
        <translation>リストを消去(&amp;C)</translation>
    </message>
    <message>
        <source>%1 is there now.</source>
        <translation>%1 が見つかりました。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MemoryFigures</name>
    <message>
        <source>CPU beyond the weights</source>
        <translation>重み以外の CPU</translation>
    </message>
    <message>
        <source>CPU memory that loading takes in addition to the weights themselves: copies of them, and slices that they pass through.</source>
        <translation>重み自体のほかにロードが使う CPU メモリ: 重みのコピーと、通過するスライスです。</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Conventional mode</source>
        <translation>従来方式</translation>
    </message>
    <message>
        <source>What the conventional mode, which loads as frameworks do, takes of CPU memory beyond the weights, less what this load takes.</source>
        <translation>フレームワークと同じようにロードする従来方式が重みのほかに使う CPU メモリから、このロードが使う分を引いたものです。</translation>
    </message>
    <message>
        <source>at most %1 in this load</source>
        <translation>このロードで最大 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>of weights set on the device</source>
        <translation>デバイスに設定された重み</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%1 / %2、%3</translation>
    </message>
    <message>
        <source>no copy</source>
        <translation>コピーなし</translation>
    </message>
    <message>
        <source>%1 bound where they lie, in %2</source>
        <translation>%1 をその場でバインド、%2</translation>
    </message>
    <message>
        <source>of CPU memory beyond the weights, measured</source>
        <translation>重み以外の CPU メモリ、実測</translation>
    </message>
    <message>
        <source>of CPU memory beyond the weights, predicted</source>
        <translation>重み以外の CPU メモリ、予測</translation>
    </message>
    <message>
        <source>Against conventional</source>
        <translation>従来方式との差</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 少ない</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 多い</translation>
    </message>
    <message>
        <source>the conventional mode took %1 (measured)</source>
        <translation>従来方式では %1(実測)</translation>
    </message>
    <message>
        <source>the conventional mode would take %1 (predicted)</source>
        <translation>従来方式なら %1(予測)</translation>
    </message>
    <message>
        <source>staging %1</source>
        <translation>ステージング %1</translation>
    </message>
    <message>
        <source>weights %1
activations %2</source>
        <translation>重み %1
アクティベーション %2</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MemoryPage</name>
    <message>
        <source>Memory over time</source>
        <translation>メモリの推移</translation>
    </message>
    <message>
        <source>in seconds</source>
        <translation>秒で</translation>
    </message>
    <message>
        <source>every load at full width</source>
        <translation>どのロードも全幅で</translation>
    </message>
    <message>
        <source>How loads are laid over each other</source>
        <translation>ロードの重ね方</translation>
    </message>
    <message>
        <source>In seconds a load that is ten times as fast is a tenth as wide</source>
        <translation>秒では、10 倍速いロードの幅は 10 分の 1 になります</translation>
    </message>
    <message>
        <source>the loads</source>
        <translation>ロードのみ</translation>
    </message>
    <message>
        <source>loads and runs</source>
        <translation>ロードと実行</translation>
    </message>
    <message>
        <source>Time that is shown</source>
        <translation>表示する時間</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>チャート</translation>
    </message>
    <message>
        <source>Save or clear the chart</source>
        <translation>チャートを保存または消去</translation>
    </message>
    <message>
        <source>Save as &amp;Picture…</source>
        <translation>画像として保存(&amp;P)…</translation>
    </message>
    <message>
        <source>Save Samples as &amp;CSV…</source>
        <translation>サンプルを CSV で保存(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Forget Earlier Loads</source>
        <translation>以前のロードを消す(&amp;F)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>チャートを保存</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>画像 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Save the samples</source>
        <translation>サンプルを保存</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>カンマ区切り (*.csv)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingDataNotice</name>
    <message numerus="yes">
        <source>%Ln weight(s) need %1, which is not beside the model.</source>
        <translation>
            <numerusform>%Ln 個の重みに必要な %1 がモデルの隣にありません。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) need files that are not beside the model: %1 and %2 more.</source>
        <translation>
            <numerusform>%Ln 個の重みに必要なファイルがモデルの隣にありません: %1 ほか %2 個。</numerusform>
        </translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>場所を指定…</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 の場所</translation>
    </message>
    <message>
        <source>%1;;All files (*)</source>
        <translation>%1;;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 がなくなりました。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingFiles</name>
    <message>
        <source>%1 cannot be linked to %2 (%3). Copy it there, and reload the model.</source>
        <translation>%1 を %2 にリンクできません (%3)。そこへコピーしてから、モデルを再読み込みしてください。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>お知らせ</translation>
    </message>
    <message>
        <source>Put this notice away</source>
        <translation>このお知らせを閉じる</translation>
    </message>
    <message>
        <source>What can be done about it</source>
        <translation>対処方法</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlineModel</name>
    <message numerus="yes">
        <source>%1: %Ln node(s)</source>
        <translation>
            <numerusform>%1: %Ln ノード</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>Scope or node</source>
        <translation>スコープまたはノード</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>演算子</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>バイト</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlinePage</name>
    <message>
        <source>Filter scopes and nodes</source>
        <translation>スコープとノードを絞り込む</translation>
    </message>
    <message>
        <source>Filter of the outline</source>
        <translation>アウトラインの絞り込み</translation>
    </message>
    <message>
        <source>Outline of the model</source>
        <translation>モデルのアウトライン</translation>
    </message>
    <message>
        <source>Show on the &amp;Graph</source>
        <translation>グラフに表示(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Expand All Below</source>
        <translation>下位をすべて展開(&amp;E)</translation>
    </message>
    <message>
        <source>Co&amp;llapse All Below</source>
        <translation>下位をすべて折りたたむ(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Copy Name</source>
        <translation>名前をコピー(&amp;C)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputModel</name>
    <message>
        <source>on the device</source>
        <translation>デバイス上</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1 NaN, %2 infinite</source>
        <translation>NaN %1 個、無限大 %2 個</translation>
    </message>
    <message>
        <source>Checked: read back to the CPU after the run. Unchecked: left on the device.</source>
        <translation>オン: 実行後に CPU へ読み戻します。オフ: デバイスに残します。</translation>
    </message>
    <message>
        <source>known after the run</source>
        <translation>実行後に分かります</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>How the output compares with its reference, within the tolerances of &apos;weightless-cli verify&apos;</source>
        <translation>参照との比較結果 (許容誤差は「weightless-cli verify」と同じ)</translation>
    </message>
    <message>
        <source>The greatest difference of a number from its reference</source>
        <translation>数値とその参照との最大の差</translation>
    </message>
    <message>
        <source>Beside the reference</source>
        <translation>参照との比較</translation>
    </message>
    <message>
        <source>Greatest difference</source>
        <translation>最大の差</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputReferences</name>
    <message>
        <source>Compared with %1</source>
        <translation>%1 と比較</translation>
    </message>
    <message>
        <source>on the device</source>
        <translation>デバイス上</translation>
    </message>
    <message>
        <source>This output stayed on the device: read it back first.</source>
        <translation>この出力はデバイスに残っています。先に読み戻してください。</translation>
    </message>
    <message>
        <source>after the run</source>
        <translation>実行後</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>比較中…</translation>
    </message>
    <message>
        <source>✗ the reference cannot be read</source>
        <translation>✗ 参照を読めません</translation>
    </message>
    <message numerus="yes">
        <source>✓ %Ln output(s) as expected</source>
        <translation>
            <numerusform>✓ %Ln 個の出力が期待どおり</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %1 of %Ln output(s) not as expected</source>
        <translation>
            <numerusform>✗ %Ln 個中 %1 個の出力が期待と異なります</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::PictureLabel</name>
    <message>
        <source>No picture yet</source>
        <translation>画像はまだありません</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PicturePage</name>
    <message>
        <source>Least score:</source>
        <translation>最低スコア:</translation>
    </message>
    <message>
        <source>Picture of the output</source>
        <translation>出力の画像</translation>
    </message>
    <message>
        <source>Least score of what is shown</source>
        <translation>表示する最低スコア</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>見つかったもの</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln 個の箱</numerusform>
        </translation>
    </message>
    <message>
        <source>class %1: </source>
        <translation>クラス %1: </translation>
    </message>
    <message>
        <source>background only</source>
        <translation>背景のみ</translation>
    </message>
    <message>
        <source>Picture:</source>
        <translation>画像:</translation>
    </message>
    <message>
        <source>Which picture of the batch is shown</source>
        <translation>バッチのどの画像を表示するか</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PreferencesDialog</name>
    <message>
        <source>&amp;Keep what is downloaded</source>
        <translation>ダウンロードしたものを保存しておく(&amp;K)</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>選択(&amp;H)…</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>消去(&amp;L)</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外観</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>%1 (no font of this system has its letters)</source>
        <translation>%1(この文字のフォントがシステムにありません)</translation>
    </message>
    <message>
        <source>Takes effect when Weightless is started again</source>
        <translation>Weightless を次に起動したときから有効です</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>ハイコントラスト</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>KiB, MiB, GiB (1,024)</source>
        <translation>KiB, MiB, GiB (1,024)</translation>
    </message>
    <message>
        <source>kB, MB, GB (1,000)</source>
        <translation>kB, MB, GB (1,000)</translation>
    </message>
    <message>
        <source>L&amp;anguage:</source>
        <translation>言語(&amp;A):</translation>
    </message>
    <message>
        <source>C&amp;olours:</source>
        <translation>配色(&amp;O):</translation>
    </message>
    <message>
        <source>Text &amp;size:</source>
        <translation>文字の大きさ(&amp;S):</translation>
    </message>
    <message>
        <source>&amp;Units of size:</source>
        <translation>サイズの単位(&amp;U):</translation>
    </message>
    <message>
        <source>&amp;Device:</source>
        <translation>デバイス(&amp;D):</translation>
    </message>
    <message>
        <source>The best one</source>
        <translation>最適なもの</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1(見つかりません)</translation>
    </message>
    <message>
        <source>What models are loaded into when the program starts</source>
        <translation>プログラムの起動時に、モデルのロード先になるデバイス</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>From top to bottom</source>
        <translation>上から下へ</translation>
    </message>
    <message>
        <source>From left to right</source>
        <translation>左から右へ</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>D&amp;irection:</source>
        <translation>方向(&amp;I):</translation>
    </message>
    <message>
        <source>&amp;Names of nodes</source>
        <translation>ノードの名前(&amp;N)</translation>
    </message>
    <message>
        <source>A&amp;ttributes</source>
        <translation>属性(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>重み(&amp;W)</translation>
    </message>
    <message>
        <source>Arithmetic with shapes in one &amp;box</source>
        <translation>形状計算を 1 つの箱に(&amp;B)</translation>
    </message>
    <message>
        <source>Models on servers</source>
        <translation>サーバー上のモデル</translation>
    </message>
    <message>
        <source>A model that is opened again is then read from this machine, and only what changed on the server, or was not received, is asked for.</source>
        <translation>一度開いたモデルはこのコンピューターから読み、サーバーで変更された部分と未受信の部分だけを取得します。</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>フォルダー(&amp;F):</translation>
    </message>
    <message>
        <source>Size now:</source>
        <translation>現在の大きさ:</translation>
    </message>
    <message>
        <source>Folder of downloads</source>
        <translation>ダウンロードのフォルダー</translation>
    </message>
    <message>
        <source>Choose the folder of downloads</source>
        <translation>ダウンロードのフォルダーを選択</translation>
    </message>
    <message>
        <source>Size of what is kept</source>
        <translation>保存してあるものの大きさ</translation>
    </message>
    <message>
        <source>Remove what is kept</source>
        <translation>保存してあるものを削除</translation>
    </message>
    <message>
        <source>Removes what was downloaded, and nothing else that is in the folder</source>
        <translation>ダウンロードしたものだけを削除し、フォルダー内の他のものには触れません</translation>
    </message>
    <message>
        <source>removing…</source>
        <translation>削除中…</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln file(s)</source>
        <translation>
            <numerusform>%1、%Ln ファイル</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemGuide</name>
    <message>
        <source>Problems (%1)</source>
        <translation>問題 (%1)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemModel</name>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>While</source>
        <translation>処理</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>対処</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時刻</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemsPage</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>消去</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>Copy the problems</source>
        <translation>問題をコピー</translation>
    </message>
    <message>
        <source>Copy the selected problems, or all</source>
        <translation>選択した問題、またはすべてをコピー</translation>
    </message>
    <message>
        <source>Clear the problems</source>
        <translation>問題を消去</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProfileModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>演算子</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>カーネル</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>スコープ</translation>
    </message>
    <message>
        <source>in no scope</source>
        <translation>どのスコープにも属さない</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectDialog</name>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>キャンセル(&amp;N)</translation>
    </message>
    <message>
        <source>Project %1</source>
        <translation>プロジェクト %1</translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation>モデルを読み込んでいます…</translation>
    </message>
    <message>
        <source>What the project needs</source>
        <translation>プロジェクトに必要なもの</translation>
    </message>
    <message>
        <source>State of the project</source>
        <translation>プロジェクトの状態</translation>
    </message>
    <message>
        <source>Parts of the project</source>
        <translation>プロジェクトの構成</translation>
    </message>
    <message>
        <source>Only the largest part needs to fit: each is unloaded before the next one is loaded</source>
        <translation>最大の部分だけが収まればよい: それぞれ次をロードする前にアンロードされます</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>準備完了。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>キャンセルしました。</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>ロード中…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>アンロード中…</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln part(s) on %2. All together they need %3 of device memory, one by one %4; %5 are free.</source>
        <translation>
            <numerusform>%1: %Ln 個の部分(%2)。全部で %3、1 つずつなら %4 のデバイスメモリが必要です。空きは %5 です。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Load All</source>
        <translation>すべてロード(&amp;L)</translation>
    </message>
    <message>
        <source>Load, &amp;Run, Unload in Turn</source>
        <translation>順番にロード、実行、アンロード(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Unload All</source>
        <translation>すべてアンロード(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Generate a Picture…</source>
        <translation>画像を生成(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Open the Selected Model</source>
        <translation>選択したモデルを開く(&amp;O)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them cannot be used and are not counted.</source>
        <translation>
            <numerusform>そのうち %Ln 個は使えず、数に入っていません。</numerusform>
        </translation>
    </message>
    <message>
        <source>All is loaded.</source>
        <translation>すべて読み込みました。</translation>
    </message>
    <message>
        <source>Each has run, and is unloaded.</source>
        <translation>すべて順に実行し、解放しました。</translation>
    </message>
    <message>
        <source>All is unloaded.</source>
        <translation>すべて解放しました。</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 は使えません: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not load.</source>
        <translation>
            <numerusform>%Ln 個の部分は使えず、ロードされませんでした。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not run.</source>
        <translation>
            <numerusform>%Ln 個の部分は使えず、実行されませんでした。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectModel</name>
    <message>
        <source>✖ cannot be used</source>
        <translation>✖ 使用不可</translation>
    </message>
    <message>
        <source>○ hollow</source>
        <translation>○ 空</translation>
    </message>
    <message>
        <source>◔ loading</source>
        <translation>◔ ロード中</translation>
    </message>
    <message>
        <source>● loaded</source>
        <translation>● ロード済み</translation>
    </message>
    <message>
        <source>▶ running</source>
        <translation>▶ 実行中</translation>
    </message>
    <message>
        <source>✓ ran, unloaded</source>
        <translation>✓ 実行済み、アンロード済み</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Device, predicted</source>
        <translation>デバイス、予測</translation>
    </message>
    <message>
        <source>CPU beyond, predicted</source>
        <translation>CPU 追加分、予測</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Load, s</source>
        <translation>ロード、秒</translation>
    </message>
    <message>
        <source>Run, s</source>
        <translation>実行、秒</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectWorker</name>
    <message>
        <source>load %1</source>
        <translation>ロード %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>実行 %1</translation>
    </message>
    <message>
        <source>Choose a folder that holds ONNX models.</source>
        <translation>ONNX モデルが入っているフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation>%1 を読み込み中…</translation>
    </message>
    <message>
        <source>Running %1…</source>
        <translation>%1 を実行中…</translation>
    </message>
    <message>
        <source>Unload all, then try again: files that were changed are read anew then.</source>
        <translation>すべてアンロードしてから再試行してください。変更されたファイルはそのとき読み直されます。</translation>
    </message>
    <message>
        <source>Try again: files that were changed are read anew then.</source>
        <translation>再試行してください。変更されたファイルはそのとき読み直されます。</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>コンパイル %1</translation>
    </message>
    <message>
        <source>Compiling %1…</source>
        <translation>%1 をコンパイル中…</translation>
    </message>
    <message>
        <source>Compiling %1, %2 of %3 kernels…</source>
        <translation>%1 をコンパイル中、カーネル %2 / %3…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PropertiesPage</name>
    <message>
        <source>Properties of what is selected</source>
        <translation>選択したもののプロパティ</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>モデルが開かれていません。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::RecentModel</name>
    <message>
        <source>The file is gone.</source>
        <translation>ファイルがありません。</translation>
    </message>
    <message>
        <source>The folder is not there.</source>
        <translation>フォルダーがありません。</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>今日 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ReferenceButtons</name>
    <message>
        <source>Compare &amp;With…</source>
        <translation>比較(&amp;W)…</translation>
    </message>
    <message>
        <source>Drop Refere&amp;nce</source>
        <translation>参照を外す(&amp;N)</translation>
    </message>
    <message>
        <source>Compare the output with a file</source>
        <translation>出力をファイルと比較</translation>
    </message>
    <message>
        <source>Choose what the selected output should be, as .npy or .pb: each run is compared with it</source>
        <translation>選択した出力の期待値を .npy または .pb で選びます。各実行がそれと比較されます</translation>
    </message>
    <message>
        <source>Do not compare the output with the chosen file</source>
        <translation>出力を選択したファイルと比較しない</translation>
    </message>
    <message>
        <source>Compare the selected output with the chosen file no longer</source>
        <translation>選択した出力を選択したファイルと比較するのをやめる</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ResultView</name>
    <message>
        <source>Outputs of the graph</source>
        <translation>グラフの出力</translation>
    </message>
    <message>
        <source>Profile of the last run</source>
        <translation>最後の実行のプロファイル</translation>
    </message>
    <message>
        <source>S&amp;ave…</source>
        <translation>保存(&amp;A)…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Curve of the output</source>
        <translation>出力の曲線</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲線</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>プロファイル</translation>
    </message>
    <message>
        <source>Save the output</source>
        <translation>出力を保存</translation>
    </message>
    <message>
        <source>Save the selected output as .npy, .pb, .csv or, for images, .png</source>
        <translation>選択した出力を .npy、.pb、.csv、画像なら .png で保存</translation>
    </message>
    <message>
        <source>Copies that the run made</source>
        <translation>実行で起きたコピー</translation>
    </message>
    <message>
        <source>Tensors that crossed between CPU and device. What stays on the device is not copied; one that is read back is copied once.</source>
        <translation>CPU とデバイスの間を移動したテンソル。デバイスに残るものはコピーされず、読み戻すものは 1 回だけコピーされます。</translation>
    </message>
    <message>
        <source>Read the output back</source>
        <translation>出力を読み戻す</translation>
    </message>
    <message>
        <source>Copy an output that stayed on the device to the CPU</source>
        <translation>デバイスに残った出力を CPU にコピーします</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>演算子別</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>ステップ別</translation>
    </message>
    <message>
        <source>Grouping of the profile</source>
        <translation>プロファイルの分類</translation>
    </message>
    <message>
        <source>Steps of the run over time</source>
        <translation>実行のステップの推移</translation>
    </message>
    <message>
        <source>Sum of the profile</source>
        <translation>プロファイルの合計</translation>
    </message>
    <message>
        <source>This device has no timestamps: its steps cannot be measured.</source>
        <translation>このデバイスにはタイムスタンプがなく、ステップを測定できません。</translation>
    </message>
    <message>
        <source>The run was not profiled.</source>
        <translation>実行はプロファイルされていません。</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln step(s)</source>
        <translation>
            <numerusform>%Ln ステップで %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensors copied: %1 to the device, %2 back; %3 of %4 outputs stayed on the device</source>
        <translation>コピーしたテンソル: デバイスへ %1、CPU へ %2。出力 %4 個のうち %3 個がデバイスに残りました</translation>
    </message>
    <message>
        <source>This output stayed on the device: read it back first.</source>
        <translation>この出力はデバイスに残っています。先に読み戻してください。</translation>
    </message>
    <message>
        <source>Run the model to see its values.</source>
        <translation>値を見るにはモデルを実行してください。</translation>
    </message>
    <message>
        <source>Names of the classes</source>
        <translation>クラス名</translation>
    </message>
    <message>
        <source>NumPy (*.npy);;ONNX tensor (*.pb);;Comma-separated values (*.csv)</source>
        <translation>NumPy (*.npy);;ONNX テンソル (*.pb);;カンマ区切り (*.csv)</translation>
    </message>
    <message>
        <source>;;Picture (*.png)</source>
        <translation>;;画像 (*.png)</translation>
    </message>
    <message>
        <source>by scope</source>
        <translation>スコープ別</translation>
    </message>
    <message>
        <source>Weights that come</source>
        <translation>読み込む重み</translation>
    </message>
    <message>
        <source>Copies of them to the device</source>
        <translation>それらのデバイスへのコピー</translation>
    </message>
    <message>
        <source>; waited %1 for weights, %2 of it before %3</source>
        <translation>。重み待ち %1、うち %2 は %3 の前</translation>
    </message>
    <message>
        <source>Show on the Graph</source>
        <translation>グラフに表示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Colours the graph by the time that each node took; a closed group by that of all in it</source>
        <translation>各ノードにかかった時間でグラフを色分けします。閉じたグループは中のすべての合計で色分けします</translation>
    </message>
    <message>
        <source>Vocabulary of the model</source>
        <translation>モデルの語彙</translation>
    </message>
    <message>
        <source>Vocabularies (*.json *.txt);;All files (*)</source>
        <translation>語彙 (*.json *.txt);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Read &amp;Back</source>
        <translation>読み戻す(&amp;B)</translation>
    </message>
    <message>
        <source>Save &amp;Profile…</source>
        <translation>プロファイルを保存(&amp;P)…</translation>
    </message>
    <message>
        <source>Save the profile</source>
        <translation>プロファイルを保存</translation>
    </message>
    <message>
        <source>The steps as a table (.csv), or as a trace (.json) for Perfetto and chrome://tracing</source>
        <translation>ステップを表 (.csv)、または Perfetto と chrome://tracing 用のトレース (.json) として</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv);;Trace for Perfetto and chrome://tracing (*.json)</source>
        <translation>カンマ区切り値 (*.csv);;Perfetto と chrome://tracing 用のトレース (*.json)</translation>
    </message>
    <message>
        <source>Output that is shown</source>
        <translation>表示中の出力</translation>
    </message>
    <message>
        <source>;;Numbered pictures of the batch (*.png)</source>
        <translation>;;バッチの番号付き画像 (*.png)</translation>
    </message>
    <message>
        <source>Names of classes (*.txt *.names *.csv *.tsv *.json);;All files (*)</source>
        <translation>クラスの名前 (*.txt *.names *.csv *.tsv *.json);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Reference of the output</source>
        <translation>出力の参照</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.pb);;All files (*)</source>
        <translation>テンソル (*.npy *.pb);;すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::RunPage</name>
    <message>
        <source>Sizes for this run</source>
        <translation>この実行の大きさ</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>プロファイル</translation>
    </message>
    <message>
        <source>How often to run</source>
        <translation>実行する回数</translation>
    </message>
    <message>
        <source>Measure every step of the last run</source>
        <translation>最後の実行の各ステップを測定</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>実行の状態</translation>
    </message>
    <message>
        <source>Times:</source>
        <translation>回数:</translation>
    </message>
    <message>
        <source>The last run was stopped.</source>
        <translation>最後の実行は停止されました。</translation>
    </message>
    <message>
        <source>The last run did not end, see Problems.</source>
        <translation>最後の実行は完了しませんでした(「問題」を参照)。</translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation>実行できます。</translation>
    </message>
    <message>
        <source>Ran in %1.</source>
        <translation>%1 で実行しました。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s): median %1, fastest %2, slowest %3.</source>
        <translation>
            <numerusform>%Ln 回の実行: 中央値 %1、最速 %2、最遅 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>What is shown is of other inputs: run again to see what these give.</source>
        <translation>表示されているのは別の入力の結果です。この入力の結果を見るには、もう一度実行してください。</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>ファイルを読み込んでいます…</translation>
    </message>
    <message>
        <source>%1 What is shown is of the run before.</source>
        <translation>%1 表示されているのはその前の実行の結果です。</translation>
    </message>
    <message>
        <source>Ran in %1, %2 of it compiling kernels.</source>
        <translation>%1 で実行しました（うち %2 はカーネルのコンパイル）。</translation>
    </message>
    <message>
        <source>The first compiled kernels for %1.</source>
        <translation>最初の実行ではカーネルのコンパイルに %1 かかりました。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SaveDialog</name>
    <message>
        <source>Save a Copy</source>
        <translation>コピーを保存</translation>
    </message>
    <message>
        <source>beside the model (external data)</source>
        <translation>モデルの隣(外部データ)</translation>
    </message>
    <message>
        <source>inside the model file</source>
        <translation>モデルファイルの中</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>そのまま</translation>
    </message>
    <message>
        <source>float32 as float16</source>
        <translation>float32 を float16 に</translation>
    </message>
    <message>
        <source>float16 as float32</source>
        <translation>float16 を float32 に</translation>
    </message>
    <message>
        <source>in one file</source>
        <translation>1 つのファイルに</translation>
    </message>
    <message>
        <source>in files of up to %1</source>
        <translation>%1 までのファイルに</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>重み(&amp;G):</translation>
    </message>
    <message>
        <source>&amp;Type:</source>
        <translation>型(&amp;T):</translation>
    </message>
    <message>
        <source>&amp;Data:</source>
        <translation>データ(&amp;D):</translation>
    </message>
    <message>
        <source>Where the weights are</source>
        <translation>重みの場所</translation>
    </message>
    <message>
        <source>Type that large weights are stored as</source>
        <translation>大きな重みを保存する型</translation>
    </message>
    <message>
        <source>Size of the data files</source>
        <translation>データファイルの大きさ</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>書き出すもの</translation>
    </message>
    <message>
        <source>Inputs, outputs and all computing keep float32: each weight is widened again by a Cast node.</source>
        <translation>入力、出力、計算はすべて float32 のままです。各重みは Cast ノードで元の幅に戻します。</translation>
    </message>
    <message>
        <source>That is too much for one file, which ends at 2 GiB.</source>
        <translation>1 つのファイルの上限 2 GiB を超えています。</translation>
    </message>
    <message>
        <source>float32 as bfloat16</source>
        <translation>float32 を bfloat16 として</translation>
    </message>
    <message>
        <source>%1 (from operator set %2 on)</source>
        <translation>%1 (オペレーターセット %2 以降)</translation>
    </message>
    <message>
        <source>%1 of weights.</source>
        <translation>重みは %1。</translation>
    </message>
    <message>
        <source>About %1 of weights instead of %2.</source>
        <translation>重みは %2 ではなく約 %1。</translation>
    </message>
    <message>
        <source>The structure is copied as it stands; this model&apos;s own files are never replaced.</source>
        <translation>構造はそのままコピーされます。このモデル自身のファイルが置き換えられることはありません。</translation>
    </message>
    <message>
        <source>It has no large weights of float32 or float16 that could be stored as another type.</source>
        <translation>別の型で保存できる float32 または float16 の大きな重みはありません。</translation>
    </message>
    <message>
        <source>Inputs, outputs and all computing keep float16: each weight is narrowed again by a Cast node.</source>
        <translation>入力、出力、すべての計算は float16 のままです。各重みは Cast ノードで再び縮小されます。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ScriptRunner</name>
    <message>
        <source>The inputs were changed before the run began</source>
        <translation>実行が始まる前に入力が変更されました</translation>
    </message>
    <message>
        <source>The model is not loaded: there is no Vulkan device</source>
        <translation>モデルは読み込まれていません: Vulkan デバイスがありません</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SizesPage</name>
    <message>
        <source>What the marked size needs</source>
        <translation>選択したサイズに必要なもの</translation>
    </message>
    <message>
        <source>Device memory by size</source>
        <translation>サイズごとのデバイスメモリ</translation>
    </message>
    <message>
        <source>&amp;Dimension:</source>
        <translation>次元(&amp;D):</translation>
    </message>
    <message>
        <source>&amp;up to</source>
        <translation>最大(&amp;U)</translation>
    </message>
    <message>
        <source>Free dimension whose sizes are tried</source>
        <translation>サイズを試す可変次元</translation>
    </message>
    <message>
        <source>Largest size that is tried</source>
        <translation>試す最大のサイズ</translation>
    </message>
    <message>
        <source>Predict the memory of each size</source>
        <translation>各サイズのメモリを予測</translation>
    </message>
    <message>
        <source>How many sizes are planned</source>
        <translation>計画済みのサイズの数</translation>
    </message>
    <message>
        <source>Memory of each size</source>
        <translation>各サイズのメモリ</translation>
    </message>
    <message>
        <source>This model leaves no dimension of its inputs free: a run always needs the same.</source>
        <translation>このモデルの入力には可変次元がありません。実行に必要な量は常に同じです。</translation>
    </message>
    <message>
        <source>It is planned with %1. Nothing is loaded to find out what other sizes need.</source>
        <translation>現在の計画は %1 です。他のサイズに必要な量を調べるのに何もロードしません。</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>Planning for %Ln size(s)…</source>
        <translation>
            <numerusform>%Ln 個のサイズを計画中…</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>停止しました。</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>予測(&amp;P)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>デバイス上</translation>
    </message>
    <message>
        <source>of it activations</source>
        <translation>うちアクティベーション</translation>
    </message>
    <message>
        <source>Most is held at</source>
        <translation>最大となる場所</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>free on the device: %1</source>
        <translation>デバイスの空き: %1</translation>
    </message>
    <message>
        <source>%1 = %2 is none that this model can have: %3</source>
        <translation>%1 = %2 はこのモデルでは使えません: %3</translation>
    </message>
    <message>
        <source>With %1 = %2 a run needs %3 on the device, %4 of it for activations.</source>
        <translation>%1 = %2 の場合、実行にはデバイス上に %3 が必要です。うち %4 はアクティベーションです。</translation>
    </message>
    <message>
        <source>That is more than the %1 that are free.</source>
        <translation>空いている %1 を超えています。</translation>
    </message>
    <message>
        <source>What only a run can know comes on top.</source>
        <translation>実行時にしか分からない分が加わります。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SliceBar</name>
    <message>
        <source>Dimension that is shown as rows</source>
        <translation>行に表示する次元</translation>
    </message>
    <message>
        <source>Dimension that is shown as columns</source>
        <translation>列に表示する次元</translation>
    </message>
    <message>
        <source>Rows:</source>
        <translation>行:</translation>
    </message>
    <message>
        <source>Columns:</source>
        <translation>列:</translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation>次元 %1 のインデックス</translation>
    </message>
    <message>
        <source>Index of dimension %1, which has %2</source>
        <translation>次元 %1(大きさ %2)のインデックス</translation>
    </message>
    <message>
        <source>dim %1 (%2)</source>
        <translation>次元 %1 (%2)</translation>
    </message>
    <message>
        <source>dim %1: </source>
        <translation>次元 %1: </translation>
    </message>
</context>
<context>
    <name>weightless::ui::StartPage</name>
    <message>
        <source>See what is inside an ONNX model, load its weights straight into the graphics device without a copy in CPU memory, and run it.</source>
        <translation>ONNX モデルの中身を調べ、CPU メモリにコピーを作らずに重みをグラフィックスデバイスへ直接ロードし、実行します。</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>フォルダーを開く…</translation>
    </message>
    <message>
        <source>A folder with the parts of a pipeline, such as Stable Diffusion&apos;s</source>
        <translation>Stable Diffusion のような、パイプラインの各部分が入ったフォルダー</translation>
    </message>
    <message>
        <source>Open URL…</source>
        <translation>URL を開く…</translation>
    </message>
    <message>
        <source>Demo Model…</source>
        <translation>デモモデル…</translation>
    </message>
    <message>
        <source>Write a model of random weights with the shape of Stable Diffusion&apos;s, and open it</source>
        <translation>Stable Diffusion と同じ形のモデルを乱数の重みで書き出して開きます</translation>
    </message>
    <message>
        <source>or drop a model or a folder here</source>
        <translation>または、モデルかフォルダーをここにドロップ</translation>
    </message>
    <message>
        <source>What is being opened</source>
        <translation>開いているもの</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>開いています</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Cancel opening</source>
        <translation>開くのをキャンセル</translation>
    </message>
    <message>
        <source>Recent models</source>
        <translation>最近使ったモデル</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Remove from the List</source>
        <translation>一覧から削除</translation>
    </message>
    <message>
        <source>Reading the structure of %1…</source>
        <translation>%1 の構造を読み込んでいます…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorModel</name>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln 要素</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, from byte %2, %3</source>
        <translation>%1、バイト %2 から、%3</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Where its bytes are</source>
        <translation>バイトのある場所</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>The limit of device memory has no lasting place for it: each run that uses it reads it anew</source>
        <translation>デバイスメモリの制限には常駐する場所がありません。使う実行のたびに読み直されます</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorsPage</name>
    <message>
        <source>Map of tensor sizes</source>
        <translation>テンソルの大きさの地図</translation>
    </message>
    <message>
        <source>Views of the tensors</source>
        <translation>テンソルの表示方法</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>マップ</translation>
    </message>
    <message>
        <source>Filter by name, type or shape</source>
        <translation>名前、型、形状で絞り込む</translation>
    </message>
    <message>
        <source>Filter of the tensors</source>
        <translation>テンソルの絞り込み</translation>
    </message>
    <message>
        <source>State of the tensors shown</source>
        <translation>表示するテンソルの状態</translation>
    </message>
    <message>
        <source>all states</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>&amp;Extract Tensor…</source>
        <translation>テンソルを取り出す(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Show &amp;Values</source>
        <translation>値を表示(&amp;V)</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>コピー(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all that are shown, as tab-separated text</source>
        <translation>選択した行、または表示中のすべてを、タブ区切りのテキストとしてコピー</translation>
    </message>
    <message>
        <source>Copy tensors</source>
        <translation>テンソルをコピー</translation>
    </message>
    <message>
        <source>Sum of the tensors</source>
        <translation>テンソルの合計</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>モデルが開かれていません。</translation>
    </message>
    <message>
        <source> · shown: %1, %2</source>
        <translation> · 表示中: %1、%2</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>カンマ区切り (*.csv)</translation>
    </message>
    <message>
        <source>Select a tensor in the table first.</source>
        <translation>先に表でテンソルを選んでください。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s), %1 on disk</source>
        <translation>
            <numerusform>テンソル %Ln 個、ディスク上で %1</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>CSV として保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the tensors as CSV</source>
        <translation>テンソルを CSV として保存</translation>
    </message>
    <message>
        <source>Save the tensors</source>
        <translation>テンソルを保存</translation>
    </message>
    <message>
        <source>, %1 missing</source>
        <translation>、%1 が不足</translation>
    </message>
    <message>
        <source>, %1 once loaded</source>
        <translation>、ロード後 %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TestDataBar</name>
    <message>
        <source>Use the Test Data Bes&amp;ide the Model</source>
        <translation>モデルの隣のテストデータを使う(&amp;I)</translation>
    </message>
    <message>
        <source>Fill the inputs from the files of the folder, and compare the outputs with those in it after each run</source>
        <translation>フォルダーのファイルで入力を満たし、実行のたびに出力をその中のものと比較します</translation>
    </message>
    <message>
        <source>Test data set</source>
        <translation>テストデータのセット</translation>
    </message>
    <message>
        <source>The folder of test data</source>
        <translation>テストデータのフォルダー</translation>
    </message>
    <message>
        <source>State of the test data</source>
        <translation>テストデータの状態</translation>
    </message>
    <message>
        <source>The inputs are those of %1.</source>
        <translation>入力は %1 のものです。</translation>
    </message>
    <message>
        <source>%1 It has values of weights too, which are not taken: the model&apos;s own stay.</source>
        <translation>%1 重みの値もありますが使われません。モデル自身のものが残ります。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TestDataSets</name>
    <message>
        <source>Input &apos;%1&apos; is no tensor, and the window fills tensors alone: &apos;weightless-cli verify&apos; takes this test data.</source>
        <translation>入力「%1」はテンソルではありません。ウィンドウが満たせるのはテンソルだけです。このテストデータは「weightless-cli verify」で使えます。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TextPage</name>
    <message>
        <source>Text of the output</source>
        <translation>出力のテキスト</translation>
    </message>
    <message>
        <source>Where the words are from</source>
        <translation>単語の出どころ</translation>
    </message>
    <message>
        <source>Vocabulary…</source>
        <translation>語彙…</translation>
    </message>
    <message>
        <source>Choose a file with the vocabulary</source>
        <translation>語彙のファイルを選ぶ</translation>
    </message>
    <message>
        <source>What the numbers of tokens mean: a vocab.json, a tokenizer.json, or a text file with one token a line. One beside the model is found by itself.</source>
        <translation>トークン番号の意味: vocab.json、tokenizer.json、または1行に1トークンのテキストファイル。モデルの隣にあれば自動的に見つかります。</translation>
    </message>
    <message>
        <source>The first %1 elements are shown.</source>
        <translation>最初の %1 要素を表示しています。</translation>
    </message>
    <message>
        <source>These may be numbers of tokens: with the model&apos;s vocabulary they become text.</source>
        <translation>トークン番号かもしれません。モデルの語彙があればテキストになります。</translation>
    </message>
    <message>
        <source>The most likely token at each place.</source>
        <translation>各位置で最も確からしいトークンです。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::UrlDialog</name>
    <message>
        <source>Open a model from the web</source>
        <translation>ウェブのモデルを開く</translation>
    </message>
    <message>
        <source>&amp;Address of an ONNX model, or of a pipeline&apos;s model_index.json (http:// or https://):</source>
        <translation>ONNX モデル、またはパイプラインの model_index.json のアドレス(&amp;A) (http:// または https://):</translation>
    </message>
    <message>
        <source>Address of the model</source>
        <translation>モデルのアドレス</translation>
    </message>
    <message>
        <source>What the address lacks</source>
        <translation>アドレスに足りないもの</translation>
    </message>
    <message>
        <source>The name of the server follows.</source>
        <translation>続けてサーバー名を入力してください。</translation>
    </message>
    <message>
        <source>An address begins with http:// or https://.</source>
        <translation>アドレスは http:// または https:// で始まります。</translation>
    </message>
    <message>
        <source>What follows is no name of a server.</source>
        <translation>続きがサーバーの名前ではありません。</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>%1 を開きます</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValueInspector</name>
    <message>
        <source>Save Values…</source>
        <translation>値を保存…</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>読み取りを中止</translation>
    </message>
    <message>
        <source>Shape, type and size</source>
        <translation>形状、型、大きさ</translation>
    </message>
    <message>
        <source>Statistics of the values</source>
        <translation>値の統計</translation>
    </message>
    <message>
        <source>Why there are no values</source>
        <translation>値がない理由</translation>
    </message>
    <message>
        <source>Histogram of the values</source>
        <translation>値のヒストグラム</translation>
    </message>
    <message>
        <source>Values read so far</source>
        <translation>これまでに読んだ値</translation>
    </message>
    <message>
        <source>Read all values for their statistics</source>
        <translation>統計のためにすべての値を読む</translation>
    </message>
    <message>
        <source>Save all values as .npy or .csv</source>
        <translation>すべての値を .npy か .csv で保存</translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation>値を保存</translation>
    </message>
    <message>
        <source>Values of the slice</source>
        <translation>スライスの値</translation>
    </message>
    <message>
        <source>Heat map of the slice</source>
        <translation>スライスのヒートマップ</translation>
    </message>
    <message>
        <source>Views of the values</source>
        <translation>値の表示方法</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>ヒートマップ</translation>
    </message>
    <message>
        <source>The table shows the beginning of this slice.</source>
        <translation>表はこのスライスの先頭を示します。</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>このテンソルには要素がありません。</translation>
    </message>
    <message>
        <source>Values of this type cannot be shown.</source>
        <translation>この型の値は表示できません。</translation>
    </message>
    <message>
        <source>Read All %1</source>
        <translation>%1 をすべて読む</translation>
    </message>
    <message>
        <source>How much of the slice the heat map shows</source>
        <translation>ヒートマップが断面のどれだけを示すか</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValueTree</name>
    <message>
        <source>Element</source>
        <translation>要素</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Elements of the output</source>
        <translation>出力の要素</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… 他 %1 個</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValuesPage</name>
    <message>
        <source>Show the Values of the Last Run</source>
        <translation>最後の実行の値を表示</translation>
    </message>
    <message>
        <source>Tensor whose values are shown</source>
        <translation>値を表示しているテンソル</translation>
    </message>
    <message>
        <source>Show the values of the last run</source>
        <translation>最後の実行の値を表示</translation>
    </message>
    <message>
        <source>Select a tensor or a node to see its values.</source>
        <translation>テンソルかノードを選ぶと値が表示されます。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Computing %1…</source>
        <translation>%1 を計算中…</translation>
    </message>
    <message>
        <source>Values between inputs and outputs are not kept: this computes them again for the last run&apos;s inputs.</source>
        <translation>入力と出力の間の値は保存されません。最後の実行の入力について計算し直します。</translation>
    </message>
    <message>
        <source>Values of a run can be seen after one: load the weights and run the model.</source>
        <translation>実行の値は実行後に見られます。重みをロードしてモデルを実行してください。</translation>
    </message>
    <message>
        <source>Values inside of a function belong to each of its calls and cannot be looked at alone: select the node that calls it to see what it makes of its inputs.</source>
        <translation>関数の中の値は呼び出しごとのもので、単独では見られません。関数を呼び出すノードを選ぶと、入力から何が作られるかを見られます。</translation>
    </message>
    <message>
        <source>Values inside of a branch or a loop are not kept: this computes them again for the last run&apos;s inputs, and shows what the last iteration left that came there.</source>
        <translation>分岐やループの中の値は保存されません。前回の実行の入力でもう一度計算し、そこを通った最後の反復の値を表示します。</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WeightsTypeBox</name>
    <message>
        <source>as they are stored</source>
        <translation>保存されているまま</translation>
    </message>
    <message>
        <source>Weights are converted while they are loaded, and the model computes with that type: fp16 and bf16 take half the memory of fp32, which helps where numbers leave the range of fp16</source>
        <translation>重みはロード中に変換され、モデルはその型で計算します。fp16 と bf16 のメモリは fp32 の半分です。数値が fp16 の範囲を超えるときは fp32 が役立ちます</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowDialogs</name>
    <message>
        <source>Open a model</source>
        <translation>モデルを開く</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX モデル (*.onnx);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Open a folder of models</source>
        <translation>モデルのフォルダーを開く</translation>
    </message>
    <message>
        <source>Write the demo model</source>
        <translation>デモモデルを書き出す</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX モデル (*.onnx)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 を書き出し中…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>%1-copy.onnx</source>
        <translation>%1-copy.onnx</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>コピーを保存</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>%1 を保存中…</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy);;ONNX tensors (*.pb);;Comma-separated values (*.csv)</source>
        <translation>NumPy 配列 (*.npy);;ONNX テンソル (*.pb);;カンマ区切り (*.csv)</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 を保存</translation>
    </message>
    <message>
        <source>Extract %1</source>
        <translation>%1 を取り出す</translation>
    </message>
    <message>
        <source>Extracting %1…</source>
        <translation>%1 を取り出し中…</translation>
    </message>
    <message>
        <source>Compare with another model</source>
        <translation>別のモデルと比較</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not written, as another file is being written.</source>
        <translation>別のファイルを書き込み中のため、「%1」は書き込まれませんでした。</translation>
    </message>
    <message>
        <source>Save it again when that is done.</source>
        <translation>それが終わってから、もう一度保存してください。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not written, as its model was closed meanwhile.</source>
        <translation>その間にモデルが閉じられたため、「%1」は書き込まれませんでした。</translation>
    </message>
    <message>
        <source>Open the model again and save it then.</source>
        <translation>モデルをもう一度開いてから保存してください。</translation>
    </message>
    <message>
        <source>Where to make the demo folder</source>
        <translation>デモフォルダーの作成先</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowStatusBar</name>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進み具合</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>使用中のメモリ</translation>
    </message>
    <message>
        <source>Show the problems</source>
        <translation>問題を表示</translation>
    </message>
    <message>
        <source>Device %1 · CPU beyond the weights %2 · Process %3</source>
        <translation>デバイス %1 · 重み以外の CPU %2 · プロセス %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>エラー %Ln 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>警告 %Ln 件</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>問題なし</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WorkspaceGuide</name>
    <message>
        <source>Every weight is loaded: the model can run.</source>
        <translation>すべての重みがロードされました。モデルを実行できます。</translation>
    </message>
    <message>
        <source>Go to Run</source>
        <translation>「実行」へ</translation>
    </message>
    <message>
        <source>Loaded: the model can run, and its other weights come meanwhile.</source>
        <translation>ロード済み: モデルは実行でき、残りの重みは実行中に読み込まれます。</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ArenaView</name>
    <message numerus="yes">
        <source>Step %1 of %2: %Ln block(s) of %3</source>
        <translation>
            <numerusform>ステップ %1 / %2: %3 中 %Ln ブロック</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln ステップ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ByteSizeDelegate</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CapacityBar</name>
    <message>
        <source>Needs %1 of %2</source>
        <translation>必要量 %1 / %2</translation>
    </message>
    <message>
        <source>Needs at least %1 of %2</source>
        <translation>必要量 %1 以上 / %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 loaded, a run takes %2</source>
        <translation>%1 をロード済み、実行には %2</translation>
    </message>
    <message>
        <source>%1 loaded, a run takes at least %2</source>
        <translation>%1 をロード済み、実行には少なくとも %2</translation>
    </message>
    <message>
        <source>Loaded, a run: %1</source>
        <translation>ロード済み、実行 %1</translation>
    </message>
    <message>
        <source>A run: %1</source>
        <translation>実行 %1</translation>
    </message>
    <message>
        <source>Needs %1</source>
        <translation>必要量 %1</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CurveView</name>
    <message numerus="yes">
        <source>%Ln value(s) from %1 to %2</source>
        <translation>
            <numerusform>%1 から %2 までの値 %Ln 個</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>値 %Ln 個</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::EmptyNote</name>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>フィルターに一致するものはありません。</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphColours</name>
    <message>
        <source>%1: %2 (%3 %)</source>
        <translation>%1: %2 (%3 %)</translation>
    </message>
    <message>
        <source>Weights, bytes</source>
        <translation>重み、バイト</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>Results, bytes</source>
        <translation>結果、バイト</translation>
    </message>
    <message>
        <source>Time of the last run</source>
        <translation>最後の実行の時間</translation>
    </message>
    <message>
        <source>Kind of operator</source>
        <translation>演算の種類</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>畳み込み</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>活性化</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>要素ごと</translation>
    </message>
    <message>
        <source>shape and order</source>
        <translation>形状と順序</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>リダクション</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>プーリング</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>量子化</translation>
    </message>
    <message>
        <source>control flow</source>
        <translation>制御フロー</translation>
    </message>
    <message>
        <source>input, output</source>
        <translation>入力、出力</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphModel</name>
    <message>
        <source>Input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>shapes · %1</source>
        <translation>形状 · %1</translation>
    </message>
    <message>
        <source>Section %1 of %2</source>
        <translation>区間 %1 / %2</translation>
    </message>
    <message>
        <source>Block %1%2</source>
        <translation>ブロック %1%2</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphPair</name>
    <message>
        <source>In &amp;step</source>
        <translation>連動(&amp;S)</translation>
    </message>
    <message>
        <source>Graph of the first model</source>
        <translation>1つ目のモデルのグラフ</translation>
    </message>
    <message>
        <source>Graph of the second model</source>
        <translation>2つ目のモデルのグラフ</translation>
    </message>
    <message>
        <source>Both graphs show the same place in the same size, with the same groups open</source>
        <translation>両方のグラフが同じ場所を同じ大きさで、同じグループを開いて表示します</translation>
    </message>
    <message>
        <source>What the selected node is in the other model</source>
        <translation>選択したノードがもう一方のモデルで何にあたるか</translation>
    </message>
    <message>
        <source>%1 is in this model alone.</source>
        <translation>%1 はこのモデルだけにあります。</translation>
    </message>
    <message>
        <source>%1 is %2 in the other model.</source>
        <translation>%1 はもう一方のモデルでは %2 です。</translation>
    </message>
    <message>
        <source>Only weights differ</source>
        <translation>重みだけが異なります</translation>
    </message>
    <message>
        <source>Nodes were changed, or are in one model alone</source>
        <translation>ノードが変更されたか、片方のモデルにしかありません</translation>
    </message>
    <message>
        <source>The node was changed.</source>
        <translation>ノードは変更されています。</translation>
    </message>
    <message>
        <source>Its weights differ.</source>
        <translation>その重みが異なります。</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphView</name>
    <message>
        <source>nothing known yet</source>
        <translation>まだ不明</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>a hundredth</source>
        <translation>100 分の 1</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>4 分の 1</translation>
    </message>
    <message>
        <source>all: %1</source>
        <translation>全体: %1</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 に書き込めません: %2</translation>
    </message>
    <message>
        <source>There is no graph to export.</source>
        <translation>エクスポートするグラフがありません。</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of %L1 × %L2 pixels.</source>
        <translation>%L1 × %L2 ピクセルの画像にはメモリが足りません。</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 から</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>%1 へ</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… ほか %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>エッジ</translation>
    </message>
    <message>
        <source>Go to producer: %1</source>
        <translation>生成元へ: %1</translation>
    </message>
    <message>
        <source>Go to consumer: %1</source>
        <translation>使用先へ: %1</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>展開</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>折りたたむ</translation>
    </message>
    <message>
        <source>Expand All Below</source>
        <translation>以下をすべて展開</translation>
    </message>
    <message>
        <source>Expand All</source>
        <translation>すべて展開</translation>
    </message>
    <message>
        <source>Collapse All</source>
        <translation>すべて折りたたむ</translation>
    </message>
    <message>
        <source>Show Path from Inputs (I)</source>
        <translation>入力からの経路を表示 (I)</translation>
    </message>
    <message>
        <source>Show Path to Outputs (O)</source>
        <translation>出力への経路を表示 (O)</translation>
    </message>
    <message>
        <source>Fit in View</source>
        <translation>全体を表示</translation>
    </message>
    <message>
        <source>Actual Size</source>
        <translation>実際の大きさ</translation>
    </message>
    <message>
        <source>Show Overview</source>
        <translation>全体図を表示</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>名前をコピー</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 画像 (*.svg)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 画像 (*.png)</translation>
    </message>
    <message>
        <source>The graph cannot be laid out: %1</source>
        <translation>グラフを配置できません: %1</translation>
    </message>
    <message>
        <source>No graph</source>
        <translation>グラフなし</translation>
    </message>
    <message>
        <source>Laying out %L1 nodes…</source>
        <translation>%L1 ノードを配置中…</translation>
    </message>
    <message>
        <source>read when the model was opened</source>
        <translation>モデルを開いたときに読み込み済み</translation>
    </message>
    <message>
        <source>set</source>
        <translation>設定済み</translation>
    </message>
    <message>
        <source>%1 % set</source>
        <translation>%1 % 設定済み</translation>
    </message>
    <message>
        <source>hollow</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Constant %1: %2, %3</source>
        <translation>定数 %1: %2、%3</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>グラフの入力</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>グラフの出力</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>Constants: %1 of %2 set</source>
        <translation>定数: %1 / %2 設定済み</translation>
    </message>
    <message numerus="yes">
        <source>%n groups are built alike</source>
        <translation>
            <numerusform>同じ構成のグループ %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, %3 of %4 constants set</source>
        <translation>%1 %2、定数 %3 / %4 設定済み</translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %2, %n nodes</source>
        <translation>
            <numerusform>グループ %1、%2、%n ノード</numerusform>
        </translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>展開中</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>折りたたみ中</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>SVG として保存…</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>PNG として保存…</translation>
    </message>
    <message>
        <source>Save the Graph</source>
        <translation>グラフを保存</translation>
    </message>
    <message>
        <source>Pictures of a graph are saved as .svg, .png or .pdf, not as &apos;%1&apos;.</source>
        <translation>グラフの画像は .svg、.png または .pdf として保存されます。「%1」としては保存できません。</translation>
    </message>
    <message>
        <source>comes with each run</source>
        <translation>実行のたびに読まれます</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HeatMapView</name>
    <message>
        <source>%1 by %2 numbers from %3 to %4</source>
        <translation>%1 × %2 の数値、%3 から %4</translation>
    </message>
    <message>
        <source>A sample: one row in %1 and one column in %2</source>
        <translation>サンプル: %1 行ごとに 1 行、%2 列ごとに 1 列</translation>
    </message>
    <message>
        <source>A sample: one row in %1</source>
        <translation>サンプル: %1 行ごとに 1 行</translation>
    </message>
    <message>
        <source>A sample: one column in %1</source>
        <translation>サンプル: %1 列ごとに 1 列</translation>
    </message>
    <message>
        <source>A cell stands for %1 by %2 numbers: it shows NaN where one is among them, otherwise the number furthest from zero</source>
        <translation>1 つのセルは %1 × %2 個の数値を表します。NaN が含まれる場合は NaN を、それ以外はゼロから最も遠い数値を示します</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HistogramView</name>
    <message>
        <source>Values from %1 to %2; most of them %3</source>
        <translation>値は %1 から %2。最も多いのは %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 から %2: 値 %Ln 個</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::MemoryPlot</name>
    <message>
        <source>Now: %1. Highest: %2</source>
        <translation>現在: %1。最大: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation>まだ何も測定されていません。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>アクティベーション</translation>
    </message>
    <message>
        <source>Device memory that holds the model&apos;s constants</source>
        <translation>モデルの定数を保持するデバイスメモリ</translation>
    </message>
    <message>
        <source>Device memory for the values that a run computes</source>
        <translation>実行で計算する値のためのデバイスメモリ</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>メモリの推移</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲線</translation>
    </message>
    <message>
        <source>Time, as a share of each load</source>
        <translation>時間(各ロードに対する割合)</translation>
    </message>
    <message>
        <source>Time since the load began</source>
        <translation>ロード開始からの時間</translation>
    </message>
    <message>
        <source>CPU beyond the weights:</source>
        <translation>重み以外の CPU:</translation>
    </message>
    <message>
        <source>CPU memory that this load takes beyond the weights themselves</source>
        <translation>このロードが重みのほかに使う CPU メモリ</translation>
    </message>
    <message>
        <source>whole process</source>
        <translation>プロセス全体</translation>
    </message>
    <message>
        <source>All memory of this program that is resident, the pages of files included</source>
        <translation>このプログラムの常駐メモリすべて。ファイルのページを含みます</translation>
    </message>
    <message>
        <source>Device:</source>
        <translation>デバイス:</translation>
    </message>
    <message>
        <source>earlier loads</source>
        <translation>以前のロード</translation>
    </message>
    <message>
        <source>Device memory of the loads before the newest one, in total, in the colour of each</source>
        <translation>最新より前のロードのデバイスメモリの合計。それぞれの色で表示します</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 に書き込めません: %2</translation>
    </message>
    <message>
        <source>there is no memory for %1 × %2 pixels</source>
        <translation>%1 × %2 ピクセルのためのメモリがありません</translation>
    </message>
    <message>
        <source>the picture cannot be begun</source>
        <translation>画像の作成を開始できません</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>CPU beyond the weights %1</source>
        <translation>重み以外の CPU %1</translation>
    </message>
    <message>
        <source>device weights %1</source>
        <translation>デバイスの重み %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>アクティベーション %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>プロセス %1</translation>
    </message>
    <message>
        <source>At %1: %2</source>
        <translation>%1 の時点: %2</translation>
    </message>
    <message>
        <source>CPU memory</source>
        <translation>CPU メモリ</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>device: weights</source>
        <translation>デバイス: 重み</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>process</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>%1 の時点</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>weights that stay</source>
        <translation>残る重み</translation>
    </message>
    <message>
        <source>Of the memory for weights, what stays; the rest comes and goes while the model runs</source>
        <translation>重み用メモリのうち残る分。それ以外は実行中に入れ替わります</translation>
    </message>
    <message>
        <source>of the weights, %1 come and go</source>
        <translation>重みのうち %1 は入れ替わります</translation>
    </message>
    <message>
        <source>of that, weights that stay</source>
        <translation>うち、残る重み</translation>
    </message>
    <message>
        <source>of that, staging %1</source>
        <translation>うちステージング %1</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::PictureView</name>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 × %2 ピクセル</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es): %1</source>
        <translation>
            <numerusform>%Ln 個の箱: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::SizeTreemap</name>
    <message>
        <source>Sizes</source>
        <translation>大きさ</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>表示するものがありません</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::TimeTicker</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::TimelineView</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln ステップ、%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2): %3, %4 % of the run</source>
        <translation>%1 (%2): %3、実行の %4 %</translation>
    </message>
    <message>
        <source>%1; it waited %2 for weights</source>
        <translation>%1。重み待ち %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2、%3</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::formatBytes</name>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <source>kB</source>
        <translation>kB</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>TiB</source>
        <translation>TiB</translation>
    </message>
    <message>
        <source>TB</source>
        <translation>TB</translation>
    </message>
    <message>
        <source>PiB</source>
        <translation>PiB</translation>
    </message>
    <message>
        <source>PB</source>
        <translation>PB</translation>
    </message>
    <message>
        <source>EiB</source>
        <translation>EiB</translation>
    </message>
    <message>
        <source>EB</source>
        <translation>EB</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 バイト</translation>
    </message>
    <message>
        <source>&lt;%1 %</source>
        <translation>&lt;%1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::formatDuration</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
</TS>
