<?xml version="1.0" encoding="utf-8"?>
<!-- SPDX-FileCopyrightText: 2026 The Weightless developers -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Comparison</name>
    <message>
        <source>%1 in %2 mode</source>
        <translation>%1 im Modus „%2“</translation>
    </message>
    <message>
        <source>To load %1 of weights, %2 mode holds up to %3 of CPU memory beyond them, against %4.</source>
        <translation>Um %1 Gewichte zu laden, belegt der Modus „%2“ bis zu %3 CPU-Speicher zusätzlich zu ihnen, gegenüber %4.</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two figures</comment>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>as expected</source>
        <translation>wie erwartet</translation>
    </message>
    <message>
        <source>another kind of value</source>
        <translation>eine andere Art von Wert</translation>
    </message>
    <message>
        <source>a sequence of %1 instead of %2</source>
        <translation>eine Folge von %1 statt %2</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>the elements differ</source>
        <translation>die Elemente weichen ab</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ</source>
        <translation>%1 von %2 Elementen weichen ab</translation>
    </message>
    <message>
        <source>stored in another way</source>
        <translation>anders gespeichert</translation>
    </message>
    <message>
        <source>element %1: </source>
        <translation>Element %1: </translation>
    </message>
    <message>
        <source>The first at %1: %2 instead of %3</source>
        <translation>Das erste bei %1: %2 statt %3</translation>
    </message>
    <message>
        <source>Greatest difference: %1</source>
        <translation>Größte Abweichung: %1</translation>
    </message>
    <message>
        <source>Relative rms of the differences: %1</source>
        <translation>Relativer quadratischer Mittelwert der Abweichungen: %1</translation>
    </message>
    <message>
        <source>Cosine similarity: %1</source>
        <translation>Kosinus-Ähnlichkeit: %1</translation>
    </message>
    <message>
        <source>Tolerated: %1 of the expected number, and %2</source>
        <translation>Toleranz: %1 der erwarteten Zahl und %2</translation>
    </message>
</context>
<context>
    <name>DeviceText</name>
    <message>
        <source>matrix units</source>
        <translation>Matrixeinheiten</translation>
    </message>
    <message>
        <source>tiles in shared memory</source>
        <translation>Kacheln im gemeinsamen Speicher</translation>
    </message>
    <message>
        <source>tiles in registers</source>
        <translation>Kacheln in Registern</translation>
    </message>
    <message>
        <source>one result per invocation</source>
        <translation>ein Ergebnis je Aufruf</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>Nicht verwendbar</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Vulkan</source>
        <translation>Vulkan</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Its memory is the CPU&apos;s</source>
        <translation>Sein Speicher ist der der CPU</translation>
    </message>
    <message>
        <source>Takes pages of files as they are</source>
        <translation>Nimmt Seiten von Dateien, wie sie sind</translation>
    </message>
    <message>
        <source>Weights are written</source>
        <translation>Gewichte werden geschrieben</translation>
    </message>
    <message>
        <source>by the CPU, where the device reads them</source>
        <translation>von der CPU, wo das Gerät sie liest</translation>
    </message>
    <message>
        <source>by the device, out of the staging ring</source>
        <translation>vom Gerät, aus dem Staging-Ring</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>Lanes of a subgroup</source>
        <translation>Bahnen einer Subgruppe</translation>
    </message>
    <message>
        <source>Matrix units for float16</source>
        <translation>Matrixeinheiten für float16</translation>
    </message>
    <message>
        <source>Arithmetic in float16</source>
        <translation>Rechnen in float16</translation>
    </message>
    <message>
        <source>Arithmetic in float64</source>
        <translation>Rechnen in float64</translation>
    </message>
    <message>
        <source>Shared memory of a work group</source>
        <translation>Gemeinsamer Speicher einer Arbeitsgruppe</translation>
    </message>
    <message>
        <source>Largest allocation</source>
        <translation>Größte Zuteilung</translation>
    </message>
    <message>
        <source>Large products are made by</source>
        <translation>Große Produkte entstehen durch</translation>
    </message>
    <message>
        <source>Those of float16 by</source>
        <translation>Die in float16 durch</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>CPU memory to device, %1 at a time</source>
        <translation>CPU-Speicher zum Gerät, je %1</translation>
    </message>
    <message>
        <source>Device to CPU memory</source>
        <translation>Gerät zum CPU-Speicher</translation>
    </message>
    <message>
        <source>Device memory, read and written</source>
        <translation>Gerätespeicher, gelesen und geschrieben</translation>
    </message>
    <message>
        <source>One more small step</source>
        <translation>Ein kleiner Schritt mehr</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>Products of %1, kernel %2, %3 squared</source>
        <translation>Produkte in %1, Kernel %2, %3 im Quadrat</translation>
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
        <translation>Matrixeinheiten, ganze Arbeitsgruppen auf einmal</translation>
    </message>
    <message>
        <source>%1, wrong results: not used</source>
        <translation>%1, falsche Ergebnisse: nicht verwendet</translation>
    </message>
    <message>
        <source>Convolutions of float16 by</source>
        <translation>Faltungen von float16 durch</translation>
    </message>
    <message>
        <source>3 × 3 convolutions of %1, kernel %2, %3 channels</source>
        <translation>3 × 3-Faltungen von %1, Kernel %2, %3 Kanäle</translation>
    </message>
    <message>
        <source>failed: not used</source>
        <translation>fehlgeschlagen: nicht benutzt</translation>
    </message>
    <message>
        <source>Attention of %1, kernel %2, %3 keys</source>
        <translation>Attention in %1, Kernel %2, %3 Schlüssel</translation>
    </message>
</context>
<context>
    <name>Explanations</name>
    <message>
        <source>The model&apos;s parts as a tree, made of the names of its nodes, with the bytes that each part&apos;s weights take. Choose one to see it in the graph.</source>
        <translation>Die Teile des Modells als Baum, gebildet aus den Namen seiner Knoten, mit den Bytes, die die Gewichte jedes Teils belegen. Wählen Sie einen, um ihn im Graphen zu sehen.</translation>
    </message>
    <message>
        <source>What the model computes: each box is an operation or a group of them, each line a tensor. Open a group with a double click. Boxes fill as their weights are loaded.</source>
        <translation>Was das Modell berechnet: Jeder Kasten ist eine Operation oder eine Gruppe davon, jede Linie ein Tensor. Ein Doppelklick öffnet eine Gruppe. Die Kästen füllen sich, während ihre Gewichte geladen werden.</translation>
    </message>
    <message>
        <source>Everything known of what is selected, and the operator&apos;s description from the ONNX standard.</source>
        <translation>Alles, was über die Auswahl bekannt ist, und die Beschreibung des Operators aus dem ONNX-Standard.</translation>
    </message>
    <message>
        <source>The model&apos;s stored tensors and what each weighs. &lt;b&gt;Hollow&lt;/b&gt;: its place in the graph is known, its bytes have not been loaded. &lt;b&gt;Set&lt;/b&gt;: its bytes are in device memory. &lt;b&gt;Known&lt;/b&gt;: it is so small that it was read with the structure.</source>
        <translation>Die gespeicherten Tensoren des Modells und was jeder wiegt. &lt;b&gt;Leer&lt;/b&gt;: Sein Platz im Graphen ist bekannt, seine Bytes sind noch nicht geladen. &lt;b&gt;Gesetzt&lt;/b&gt;: Seine Bytes liegen im Gerätespeicher. &lt;b&gt;Bekannt&lt;/b&gt;: Er ist so klein, dass er mit der Struktur gelesen wurde.</translation>
    </message>
    <message>
        <source>How the weights get into the device: the mode, their order, what that will need, and how far it is.</source>
        <translation>Wie die Gewichte auf das Gerät kommen: der Modus, ihre Reihenfolge, was das brauchen wird und wie weit es ist.</translation>
    </message>
    <message>
        <source>Memory over time while weights are loaded and the model runs. &lt;b&gt;Device&lt;/b&gt; is what the model needs wherever it lies; &lt;b&gt;CPU beyond the weights&lt;/b&gt; is what loading costs on top of that: copies, buffers and what the parser keeps.</source>
        <translation>Speicher im Verlauf, während Gewichte geladen werden und das Modell läuft. &lt;b&gt;Gerät&lt;/b&gt; ist, was das Modell braucht, wo immer es liegt; &lt;b&gt;CPU über die Gewichte hinaus&lt;/b&gt; ist, was das Laden zusätzlich kostet: Kopien, Puffer und was der Parser behält.</translation>
    </message>
    <message>
        <source>A value for every input of the model – random numbers, a file, a picture – and how often to run it.</source>
        <translation>Ein Wert für jede Eingabe des Modells – Zufallszahlen, eine Datei, ein Bild – und wie oft es laufen soll.</translation>
    </message>
    <message>
        <source>What came out of the last run: values, statistics, pictures where an output is one, and how long each step took.</source>
        <translation>Was bei der letzten Ausführung herauskam: Werte, Statistik, Bilder, wo eine Ausgabe eines ist, und wie lange jeder Schritt dauerte.</translation>
    </message>
    <message>
        <source>What went wrong or was found wrong, and what to do about it.</source>
        <translation>Was schiefging oder als falsch erkannt wurde, und was man dagegen tun kann.</translation>
    </message>
    <message>
        <source>What is in the selected tensor: how its values are spread, how many are zero or no numbers, and any slice of it. A weight is read from its file, and nothing else of it; a value between two nodes is computed for the inputs of the last run.</source>
        <translation>Was im ausgewählten Tensor steht: wie seine Werte verteilt sind, wie viele null oder keine Zahlen sind, und jeder Ausschnitt davon. Ein Gewicht wird aus seiner Datei gelesen, und sonst nichts von ihr; ein Wert zwischen zwei Knoten wird für die Eingaben der letzten Ausführung berechnet.</translation>
    </message>
    <message>
        <source>Nodes that you marked, with your notes. They are kept for each model, and stand on the graph as ribbons.</source>
        <translation>Knoten, die Sie markiert haben, mit Ihren Notizen. Sie werden für jedes Modell behalten und erscheinen im Graphen als Bänder.</translation>
    </message>
    <message>
        <source>What loading in the chosen mode will need, of the memory that is free on the device. It is predicted from the structure alone, before a weight is read. The parts are the weights, the activations (the values in between while the model runs), and CPU memory beyond the weights.</source>
        <translation>Was das Laden im gewählten Modus brauchen wird, von dem Speicher, der auf dem Gerät frei ist. Es wird allein aus der Struktur vorhergesagt, bevor ein Gewicht gelesen wird. Die Teile sind die Gewichte, die Aktivierungen (die Zwischenwerte, während das Modell läuft) und der CPU-Speicher über die Gewichte hinaus.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Zero-copy&lt;/b&gt;: the file&apos;s own pages become device memory, nothing is copied.&lt;br&gt;&lt;b&gt;Streamed&lt;/b&gt;: weights pass through a small ring of buffers, whatever the model&apos;s size.&lt;br&gt;&lt;b&gt;Conventional&lt;/b&gt;: what frameworks usually do, about three copies in CPU memory; to compare.&lt;br&gt;&lt;b&gt;Automatic&lt;/b&gt;: zero-copy where the device can, otherwise streamed.</source>
        <translation>&lt;b&gt;Zero-Copy&lt;/b&gt;: Die Seiten der Datei selbst werden Gerätespeicher, nichts wird kopiert.&lt;br&gt;&lt;b&gt;Streamend&lt;/b&gt;: Die Gewichte laufen durch einen kleinen Ring von Puffern, wie groß das Modell auch ist.&lt;br&gt;&lt;b&gt;Herkömmlich&lt;/b&gt;: was Frameworks üblicherweise tun, etwa drei Kopien im CPU-Speicher; zum Vergleich.&lt;br&gt;&lt;b&gt;Automatisch&lt;/b&gt;: Zero-Copy, wo das Gerät es kann, sonst streamend.</translation>
    </message>
    <message>
        <source>The Vulkan device whose memory takes the weights, and which runs the model. It can be changed while no weight is loaded.</source>
        <translation>Das Vulkan-Gerät, dessen Speicher die Gewichte aufnimmt und das das Modell ausführt. Es kann gewechselt werden, solange kein Gewicht geladen ist.</translation>
    </message>
    <message>
        <source>What comes next: open a model, load its weights, run it. While something goes on, the same button pauses or stops it.</source>
        <translation>Was als Nächstes kommt: ein Modell öffnen, seine Gewichte laden, es ausführen. Solange etwas läuft, hält derselbe Knopf es an.</translation>
    </message>
    <message>
        <source>What is hollow loading?</source>
        <translation>Was bedeutet „leer laden“?</translation>
    </message>
    <message>
        <source>A model is two things: a structure – which operations there are and how they are connected – and weights, the numbers in it. The structure is small; the weights are nearly all of the file. Programs usually read both into CPU memory and copy the weights from there to the graphics device, so that for a while there are two or three copies of them.</source>
        <translation>Ein Modell besteht aus zwei Dingen: einer Struktur – welche Operationen es gibt und wie sie verbunden sind – und Gewichten, den Zahlen darin. Die Struktur ist klein; die Gewichte sind fast die ganze Datei. Programme lesen üblicherweise beides in den CPU-Speicher und kopieren die Gewichte von dort auf das Grafikgerät, so dass es eine Weile lang zwei oder drei Kopien davon gibt.</translation>
    </message>
    <message>
        <source>Weightless reads the structure alone. The weights are declared without their bytes: they are &lt;i&gt;hollow&lt;/i&gt;. The graph is built and planned, and what it will need is known. Then each weight is &lt;i&gt;set&lt;/i&gt;, one at a time, straight into the device&apos;s memory.</source>
        <translation>Weightless liest allein die Struktur. Die Gewichte werden ohne ihre Bytes deklariert: Sie sind &lt;i&gt;leer&lt;/i&gt;. Der Graph wird gebaut und geplant, und es ist bekannt, was er brauchen wird. Dann wird jedes Gewicht &lt;i&gt;gesetzt&lt;/i&gt;, eines nach dem anderen, direkt in den Speicher des Geräts.</translation>
    </message>
    <message>
        <source>Conventional: CPU memory (line) climbs to a multiple of the model before the device (area) has it.</source>
        <translation>Herkömmlich: Der CPU-Speicher (Linie) steigt auf ein Mehrfaches des Modells, bevor das Gerät (Fläche) es hat.</translation>
    </message>
    <message>
        <source>Streamed or zero-copy: only the device&apos;s memory grows, and the model is ready sooner.</source>
        <translation>Streamend oder Zero-Copy: Nur der Gerätespeicher wächst, und das Modell ist früher bereit.</translation>
    </message>
    <message>
        <source>What the curves mean</source>
        <translation>Was die Kurven bedeuten</translation>
    </message>
    <message>
        <source>Device: weights</source>
        <translation>Gerät: Gewichte</translation>
    </message>
    <message>
        <source>bytes of weights that are in device memory</source>
        <translation>Bytes von Gewichten, die im Gerätespeicher sind</translation>
    </message>
    <message>
        <source>Device: activations</source>
        <translation>Gerät: Aktivierungen</translation>
    </message>
    <message>
        <source>room for the values in between while the model runs</source>
        <translation>Platz für die Zwischenwerte, während das Modell läuft</translation>
    </message>
    <message>
        <source>CPU beyond the weights</source>
        <translation>CPU über die Gewichte hinaus</translation>
    </message>
    <message>
        <source>Process memory</source>
        <translation>Speicher des Prozesses</translation>
    </message>
    <message>
        <source>all that the system counts for this program; includes the device&apos;s share where it lies in the same memory</source>
        <translation>alles, was das System diesem Programm zurechnet; einschließlich des Anteils des Geräts, wo er im selben Speicher liegt</translation>
    </message>
    <message>
        <source>The modes</source>
        <translation>Die Modi</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Choose a tensor or a node in Explore and open the Values panel (Alt+0): how the numbers are spread, how many are zero, NaN or infinite, and any slice of them as a table or a heat map. A weight is read from its place in the file, so that this works before anything is loaded; after a run the values between any two nodes can be computed and looked at.</source>
        <translation>Wählen Sie einen Tensor oder Knoten unter „Erkunden“ und öffnen Sie das Panel „Werte“ (Alt+0): wie die Zahlen verteilt sind, wie viele null, NaN oder unendlich sind, und jeder Ausschnitt als Tabelle oder Heatmap. Ein Gewicht wird von seiner Stelle in der Datei gelesen, so dass dies geht, bevor etwas geladen ist; nach einer Ausführung lassen sich die Werte zwischen zwei beliebigen Knoten berechnen und ansehen.</translation>
    </message>
    <message>
        <source>Three workspaces</source>
        <translation>Drei Arbeitsbereiche</translation>
    </message>
    <message>
        <source>&lt;b&gt;Explore&lt;/b&gt; shows what is in a model, &lt;b&gt;Load&lt;/b&gt; puts its weights into the device and draws what that costs, &lt;b&gt;Run&lt;/b&gt; computes its outputs. Panels can be moved, and each workspace remembers how it was left; View &gt; Reset Layout brings the first arrangement back. Press Shift+F1 and click on anything to ask what it is.</source>
        <translation>&lt;b&gt;Erkunden&lt;/b&gt; zeigt, was in einem Modell steckt, &lt;b&gt;Laden&lt;/b&gt; bringt seine Gewichte auf das Gerät und zeichnet, was das kostet, &lt;b&gt;Ausführen&lt;/b&gt; berechnet seine Ausgaben. Panels lassen sich verschieben, und jeder Arbeitsbereich merkt sich, wie er verlassen wurde; Ansicht &gt; Anordnung zurücksetzen bringt die erste Anordnung zurück. Drücken Sie Umschalt+F1 und klicken Sie auf etwas, um zu fragen, was es ist.</translation>
    </message>
    <message>
        <source>what loading costs on top: copies, the staging ring, the parser&apos;s own. On a device that shares its memory with the CPU, the weights themselves are not counted here</source>
        <translation>was das Laden zusätzlich kostet: Kopien, der Staging-Ring, was der Parser selbst braucht. Auf einem Gerät, das sich den Speicher mit der CPU teilt, zählen die Gewichte selbst hier nicht mit</translation>
    </message>
</context>
<context>
    <name>FileToSave</name>
    <message>
        <source>&apos;%1&apos; is a name for another kind of file. Choose one that ends in %2.</source>
        <translation>„%1“ ist ein Name für eine andere Art von Datei. Wählen Sie einen, der auf %2 endet.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is there already. Do you want to replace it?</source>
        <translation>„%1“ gibt es schon. Soll es ersetzt werden?</translation>
    </message>
    <message>
        <source>%1 files are there already, from &apos;%2&apos; to &apos;%3&apos;. Do you want to replace them?</source>
        <translation>%1 Dateien gibt es schon, von „%2“ bis „%3“. Sollen sie ersetzt werden?</translation>
    </message>
</context>
<context>
    <name>GenerationReportPage</name>
    <message>
        <source>Way</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Device, highest</source>
        <translation>Gerät, höchstens</translation>
    </message>
    <message>
        <source>CPU beyond the weights, highest</source>
        <translation>CPU über die Gewichte hinaus, höchstens</translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation>Zeit, s</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>Laden %1</translation>
    </message>
    <message>
        <source>text (%1)</source>
        <translation>Text (%1)</translation>
    </message>
    <message>
        <source>steps (%1)</source>
        <translation>Schritte (%1)</translation>
    </message>
    <message>
        <source>decode (%1)</source>
        <translation>Dekodieren (%1)</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>A picture, and what it cost</source>
        <translation>Ein Bild, und was es gekostet hat</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>Das Bild</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>Speicher im Verlauf</translation>
    </message>
    <message>
        <source>Ways of loading</source>
        <translation>Wege des Ladens</translation>
    </message>
    <message>
        <source>Phases of the last one</source>
        <translation>Phasen des letzten</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>%1, %2, %3 processors</source>
        <translation>%1, %2, %3 Prozessoren</translation>
    </message>
    <message>
        <source>Weightless %1</source>
        <translation>Weightless %1</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>Kompilieren %1</translation>
    </message>
    <message>
        <source>Compile, s</source>
        <translation>Kompilieren, s</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>Planen %1</translation>
    </message>
</context>
<context>
    <name>GenerationWays</name>
    <message>
        <source>%1, in turn</source>
        <translation>%1, nacheinander</translation>
    </message>
    <message>
        <source>%1: %2 on the device, %3 on the CPU beyond the weights</source>
        <translation>%1: %2 auf dem Gerät, %3 auf der CPU über die Gewichte hinaus</translation>
    </message>
    <message>
        <source>At its highest – %1</source>
        <translation>Höchstens – %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a way of loading and the type of the weights</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, weights at most %2</source>
        <translation>%1, Gewichte höchstens %2</translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Enter, +, -</source>
        <translation>Eingabe, +, -</translation>
    </message>
    <message>
        <source>expand and collapse a scope</source>
        <translation>Bereich auf- und zuklappen</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>walk along edges and between neighbours; pan with Shift</source>
        <translation>entlang der Kanten und zu Nachbarn gehen; mit Umschalt verschieben</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+Auf, Alt+Ab</translation>
    </message>
    <message>
        <source>walk through the constants of a node</source>
        <translation>durch die Konstanten eines Knotens gehen</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>einpassen</translation>
    </message>
    <message>
        <source>Ctrl++, Ctrl+-, Ctrl+0</source>
        <translation>Strg++, Strg+-, Strg+0</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>zoomen</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>select nothing</source>
        <translation>nichts auswählen</translation>
    </message>
    <message>
        <source>Wheel, +, -</source>
        <translation>Mausrad, +, -</translation>
    </message>
    <message>
        <source>zoom in time</source>
        <translation>in der Zeit zoomen</translation>
    </message>
    <message>
        <source>Drag, Left, Right</source>
        <translation>Ziehen, Links, Rechts</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>in der Zeit verschieben</translation>
    </message>
    <message>
        <source>Double click, Home</source>
        <translation>Doppelklick, Pos1</translation>
    </message>
    <message>
        <source>show everything, live</source>
        <translation>alles zeigen, laufend</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Memory chart</source>
        <translation>Speicherdiagramm</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Weightless</source>
        <translation>Über Weightless</translation>
    </message>
    <message>
        <source>Opens ONNX models, loads their weights into a Vulkan device without a copy in CPU memory, and runs them.

Free software under the GNU General Public License, version 3 or later. Built with Qt, QCustomPlot, ONNX, Protocol Buffers and Vulkan; set in Inter (SIL Open Font License).</source>
        <translation>Öffnet ONNX-Modelle, lädt ihre Gewichte ohne eine Kopie im CPU-Speicher auf ein Vulkan-Gerät und führt sie aus.

Freie Software unter der GNU General Public License, Version 3 oder später. Erstellt mit Qt, QCustomPlot, ONNX, Protocol Buffers und Vulkan; gesetzt in Inter (SIL Open Font License).</translation>
    </message>
    <message>
        <source>Left, Right, End</source>
        <translation>Links, Rechts, Ende</translation>
    </message>
    <message>
        <source>go from one step to the next, and to the last</source>
        <translation>von einem Schritt zum nächsten gehen, und zum letzten</translation>
    </message>
    <message>
        <source>Drag, Shift+Left, Shift+Right</source>
        <translation>Ziehen, Umschalt+Links, Umschalt+Rechts</translation>
    </message>
    <message>
        <source>show everything</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>Timeline of a run</source>
        <translation>Zeitleiste einer Ausführung</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>show the beginning</source>
        <translation>den Anfang zeigen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
</context>
<context>
    <name>InputKind</name>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>Einsen</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>file (.npy, .pb)</source>
        <translation>Datei (.npy, .pb)</translation>
    </message>
    <message>
        <source>image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>image, 0 … 1</source>
        <translation>Bild, 0 … 1</translation>
    </message>
    <message>
        <source>image, −1 … 1</source>
        <translation>Bild, −1 … 1</translation>
    </message>
    <message>
        <source>image, 0 … 255</source>
        <translation>Bild, 0 … 255</translation>
    </message>
    <message>
        <source>image, as ImageNet</source>
        <translation>Bild, wie ImageNet</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>LaunchParser</name>
    <message>
        <source>The ONNX model to open: a file, a folder of models, or an http:// or https:// address.</source>
        <translation>Das zu öffnende ONNX-Modell: eine Datei, ein Ordner mit Modellen oder eine http://- oder https://-Adresse.</translation>
    </message>
    <message>
        <source>unknown mode &apos;%1&apos;: auto, zero-copy, streamed or conventional</source>
        <translation>unbekannter Modus „%1“: auto, zero-copy, streamed oder conventional</translation>
    </message>
    <message>
        <source>--image-range expects zero-one, minus-one-one, bytes or imagenet</source>
        <translation>--image-range erwartet zero-one, minus-one-one, bytes oder imagenet</translation>
    </message>
    <message>
        <source>--input expects NAME=FILE, not &apos;%1&apos;</source>
        <translation>--input erwartet NAME=DATEI, nicht „%1“</translation>
    </message>
    <message>
        <source>--appearance expects system, light, dark or high-contrast</source>
        <translation>--appearance erwartet system, light, dark oder high-contrast</translation>
    </message>
    <message>
        <source>--workspace expects explore, load, run or profile</source>
        <translation>--workspace erwartet explore, load, run oder profile</translation>
    </message>
    <message>
        <source>--size expects WIDTHxHEIGHT</source>
        <translation>--size erwartet BREITExHÖHE</translation>
    </message>
    <message>
        <source>one model at most, not %1</source>
        <translation>höchstens ein Modell, nicht %1</translation>
    </message>
    <message>
        <source>--device expects a number, not &apos;%1&apos;</source>
        <translation>--device erwartet eine Zahl, nicht „%1“</translation>
    </message>
    <message>
        <source>--load, --run and --export-graph need a MODEL</source>
        <translation>--load, --run und --export-graph brauchen ein MODELL</translation>
    </message>
    <message>
        <source>Opens an ONNX model, shows what every tensor weighs, loads it into a Vulkan device without a copy in CPU memory, and runs it.</source>
        <translation>Öffnet ein ONNX-Modell, zeigt, was jeder Tensor wiegt, lädt es ohne eine Kopie im CPU-Speicher auf ein Vulkan-Gerät und führt es aus.</translation>
    </message>
    <message>
        <source>Use device N of the list; the best one by default.</source>
        <translation>Gerät N der Liste verwenden; vorgegeben ist das beste.</translation>
    </message>
    <message>
        <source>Load mode: auto, zero-copy, streamed or conventional. Several, separated by commas, are loaded in turn.</source>
        <translation>Lademodus: auto, zero-copy, streamed oder conventional. Mehrere, durch Kommas getrennt, werden nacheinander geladen.</translation>
    </message>
    <message>
        <source>Fix a free dimension. May be given again.</source>
        <translation>Eine freie Dimension festlegen. Darf wiederholt werden.</translation>
    </message>
    <message>
        <source>Load once the model is open.</source>
        <translation>Laden, sobald das Modell offen ist.</translation>
    </message>
    <message>
        <source>Give an input of the run a picture, or a tensor as .npy or .pb. May be given again.</source>
        <translation>Einer Eingabe der Ausführung ein Bild oder einen Tensor als .npy oder .pb geben. Darf wiederholt werden.</translation>
    </message>
    <message>
        <source>What a picture&apos;s pixels become: zero-one (default), minus-one-one, bytes or imagenet.</source>
        <translation>Was aus den Pixeln eines Bildes wird: zero-one (Vorgabe), minus-one-one, bytes oder imagenet.</translation>
    </message>
    <message>
        <source>Quit after the last step: 0 when every step worked, 1 when not.</source>
        <translation>Nach dem letzten Schritt beenden: 0, wenn jeder Schritt gelang, sonst 1.</translation>
    </message>
    <message>
        <source>Colours: system, light, dark or high-contrast.</source>
        <translation>Farben: system, light, dark oder high-contrast.</translation>
    </message>
    <message>
        <source>Show this workspace after the last step: explore, load, run, or profile for the run&apos;s times.</source>
        <translation>Nach dem letzten Schritt diesen Arbeitsbereich zeigen: explore, load, run oder profile für die Zeiten des Laufs.</translation>
    </message>
    <message>
        <source>Size of the window in pixels.</source>
        <translation>Größe des Fensters in Pixeln.</translation>
    </message>
    <message>
        <source>--device-budget expects bytes (500M, 1.5G) or a percentage (25%), not &apos;%1&apos;</source>
        <translation>--device-budget erwartet Bytes (500M, 1.5G) oder einen Anteil (25%), nicht &apos;%1&apos;</translation>
    </message>
    <message>
        <source>Device memory that copied weights may take: bytes (K, M, G) or a percentage of what they need, as 25%. The others come while the model runs. Of a folder bytes alone, which its parts share.</source>
        <translation>Gerätespeicher, den kopierte Gewichte belegen dürfen: Bytes (K, M, G) oder ein Anteil dessen, was sie brauchen, etwa 25%. Die übrigen kommen, während das Modell läuft. Bei einem Ordner nur Bytes, die sich seine Teile teilen.</translation>
    </message>
    <message>
        <source>Save the graph as .svg, .pdf, .png, .dot, .gv or .json after the last step.</source>
        <translation>Den Graphen nach dem letzten Schritt als .svg, .pdf, .png, .dot, .gv oder .json speichern.</translation>
    </message>
    <message>
        <source>--weights-type expects fp16, bf16 or fp32, not &apos;%1&apos;</source>
        <translation>--weights-type erwartet fp16, bf16 oder fp32, nicht „%1“</translation>
    </message>
    <message>
        <source>Load float weights as fp16, bf16 or fp32, whatever the model stores, and compute with that type.</source>
        <translation>Gleitkommagewichte als fp16, bf16 oder fp32 laden, gleich wie das Modell sie speichert, und mit diesem Typ rechnen.</translation>
    </message>
    <message>
        <source>--dim expects NAME=VALUE with a value of 0 or more, not &apos;%1&apos;</source>
        <translation>--dim erwartet NAME=WERT mit einem Wert ab 0, nicht „%1“</translation>
    </message>
    <message>
        <source>Dispatch once it is loaded (implies --load), with the inputs that are remembered for the model, or random ones, where none are given. With --quit, --screenshot or --export-graph nothing that is remembered is used.</source>
        <translation>Ausführen, sobald es geladen ist (schließt --load ein), mit den für das Modell gemerkten oder zufälligen Eingaben, wo keine gegeben sind. Mit --quit, --screenshot oder --export-graph wird nichts Gemerktes verwendet.</translation>
    </message>
    <message>
        <source>Save a picture of the window after the last step, in the format of the name&apos;s ending: .png, .jpg, .bmp or .webp where Qt has it.</source>
        <translation>Nach dem letzten Schritt ein Bild des Fensters speichern, im Format der Namensendung: .png, .jpg, .bmp oder .webp, wo Qt es hat.</translation>
    </message>
</context>
<context>
    <name>LoadText</name>
    <message>
        <source>discrete</source>
        <translation>diskret</translation>
    </message>
    <message>
        <source>integrated</source>
        <translation>integriert</translation>
    </message>
    <message>
        <source>virtual</source>
        <translation>virtuell</translation>
    </message>
    <message>
        <source>software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source> – unusable: %1</source>
        <translation> – nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>%1
%2 %3, Vulkan %4
%5 of memory</source>
        <translation>%1
%2 %3, Vulkan %4
%5 Speicher</translation>
    </message>
    <message>
        <source>, shared with the CPU</source>
        <translation>, mit der CPU geteilt</translation>
    </message>
    <message>
        <source>Open a model to begin.</source>
        <translation>Öffnen Sie ein Modell, um zu beginnen.</translation>
    </message>
    <message>
        <source>Reading the structure of the model…</source>
        <translation>Die Struktur des Modells wird gelesen…</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Es wird geplant…</translation>
    </message>
    <message>
        <source>No Vulkan device: the model can be inspected, not loaded. %1</source>
        <translation>Kein Vulkan-Gerät: Das Modell lässt sich untersuchen, aber nicht laden. %1</translation>
    </message>
    <message>
        <source>The model could not be planned, see Problems. It can be inspected.</source>
        <translation>Das Modell konnte nicht geplant werden, siehe Probleme. Es lässt sich untersuchen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) to load.</source>
        <translation>
            <numerusform>%Ln Gewicht zu laden.</numerusform>
            <numerusform>%Ln Gewichte zu laden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading (%1)…</source>
        <translation>Es wird geladen (%1)…</translation>
    </message>
    <message>
        <source>Paused. Weights that are loaded stay loaded.</source>
        <translation>Angehalten. Geladene Gewichte bleiben geladen.</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Das Modell läuft…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>Die Gewichte werden entladen…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. Put the data in place and choose File &gt; Reload from Disk. The first: %1</source>
        <translation>
            <numerusform>%Ln Konstante hat keine Bytes, aus denen sie gesetzt werden könnte. Legen Sie die Daten an ihren Ort und wählen Sie Datei &gt; Von der Platte neu laden. Die erste: %1</numerusform>
            <numerusform>%Ln Konstanten haben keine Bytes, aus denen sie gesetzt werden könnten. Legen Sie die Daten an ihren Ort und wählen Sie Datei &gt; Von der Platte neu laden. Die erste: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Known once the model is planned.</source>
        <translation>Bekannt, sobald das Modell geplant ist.</translation>
    </message>
    <message>
        <source>Pages of the file bound in place</source>
        <translation>Seiten der Datei, an Ort und Stelle eingebunden</translation>
    </message>
    <message>
        <source>Device, activations</source>
        <translation>Gerät, Aktivierungen</translation>
    </message>
    <message>
        <source>Device, activations, at least</source>
        <translation>Gerät, Aktivierungen, mindestens</translation>
    </message>
    <message>
        <source>CPU beyond the weights, at most</source>
        <translation>CPU über die Gewichte hinaus, höchstens</translation>
    </message>
    <message>
        <source>Free on the device</source>
        <translation>Auf dem Gerät frei</translation>
    </message>
    <message>
        <source>Does not fit: activations alone need more than is free, most of it in %1: choose smaller free dimensions or another device</source>
        <translation>Passt nicht: Schon die Aktivierungen brauchen mehr, als frei ist, das meiste davon in %1: Wählen Sie kleinere freie Dimensionen oder ein anderes Gerät</translation>
    </message>
    <message>
        <source>Does not fit: choose another device or mode, or smaller free dimensions</source>
        <translation>Passt nicht: Wählen Sie ein anderes Gerät oder einen anderen Modus, oder kleinere freie Dimensionen</translation>
    </message>
    <message>
        <source>✓ fits</source>
        <translation>✓ passt</translation>
    </message>
    <message>
        <source>✓ fits as far as is known: the sizes of some values show only in a run</source>
        <translation>✓ passt, soweit bekannt: Die Größe mancher Werte zeigt sich erst bei der Ausführung</translation>
    </message>
    <message>
        <source>%1 of %2 constants, %3 of %4</source>
        <translation>%1 von %2 Konstanten, %3 von %4</translation>
    </message>
    <message>
        <source>, %1/s</source>
        <translation>, %1/s</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 (%2) after %3; CPU beyond the weights at most %4</source>
        <translation>%1 (%2) nach %3; CPU über die Gewichte hinaus höchstens %4</translation>
    </message>
    <message>
        <source>; by path: %1</source>
        <translation>; nach Pfad: %1</translation>
    </message>
    <message>
        <source>; %1 copied because the driver refused to bind it in place</source>
        <translation>; %1 kopiert, weil der Treiber es ablehnte, sie an Ort und Stelle einzubinden</translation>
    </message>
    <message>
        <source>; %1 of it over %2</source>
        <translation>; %1 davon über %2</translation>
    </message>
    <message>
        <source>%1: all weights stay</source>
        <translation>%1: Alle Gewichte bleiben</translation>
    </message>
    <message>
        <source>%1: %2 stay, %3 come while it runs</source>
        <translation>%1: %2 bleiben, %3 kommen während der Ausführung</translation>
    </message>
    <message>
        <source>A run takes about %1</source>
        <translation>Eine Ausführung dauert etwa %1</translation>
    </message>
    <message>
        <source>Weights that come in each run</source>
        <translation>Gewichte, die bei jeder Ausführung kommen</translation>
    </message>
    <message>
        <source>; %1 come while it runs</source>
        <translation>; %1 kommen während der Ausführung</translation>
    </message>
    <message>
        <source>
What branches and loops take comes on top.</source>
        <translation>
Dazu kommt, was Verzweigungen und Schleifen brauchen.</translation>
    </message>
    <message>
        <source>The model has no weights to load.</source>
        <translation>Das Modell hat keine Gewichte zu laden.</translation>
    </message>
    <message>
        <source>Every weight is loaded.</source>
        <translation>Alle Gewichte sind geladen.</translation>
    </message>
    <message>
        <source>Loaded; the other weights come while the model runs.</source>
        <translation>Geladen; die übrigen Gewichte kommen, während das Modell läuft.</translation>
    </message>
    <message>
        <source>Not known, as the model could not be planned: Problems tells why.</source>
        <translation>Nicht bekannt, weil das Modell nicht geplant werden konnte: Unter „Probleme“ steht, warum.</translation>
    </message>
    <message>
        <source>All weights were read when the model was opened.</source>
        <translation>Alle Gewichte wurden beim Öffnen des Modells gelesen.</translation>
    </message>
    <message>
        <source>The last run took %1</source>
        <translation>Der letzte Lauf dauerte %1</translation>
    </message>
    <message>
        <source>Loaded; with the weights that come meanwhile a run took %1.</source>
        <translation>Geladen; mit den Gewichten, die währenddessen kommen, dauerte ein Lauf %1.</translation>
    </message>
    <message>
        <source>Device, copied weights</source>
        <translation>Gerät, kopierte Gewichte</translation>
    </message>
    <message>
        <source>%1 of %2 constants stay (%3 of %4)</source>
        <translation>%1 von %2 Konstanten bleiben (%3 von %4)</translation>
    </message>
    <message numerus="yes">
        <source>; %Ln constant(s) come with each run</source>
        <translation>
            <numerusform>; %Ln Konstante kommt mit jedem Lauf</numerusform>
            <numerusform>; %Ln Konstanten kommen mit jedem Lauf</numerusform>
        </translation>
    </message>
    <message>
        <source>A run takes about %1, a guess until it is measured</source>
        <translation>Eine Ausführung dauert etwa %1, geschätzt, bis sie gemessen ist</translation>
    </message>
</context>
<context>
    <name>ModeText</name>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>zero-copy</source>
        <translation>Zero-Copy</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>streamend</translation>
    </message>
    <message>
        <source>conventional</source>
        <translation>herkömmlich</translation>
    </message>
    <message>
        <source>Zero-copy where the device can use the file&apos;s own pages, otherwise streamed.</source>
        <translation>Zero-Copy, wo das Gerät die Seiten der Datei selbst verwenden kann, sonst streamend.</translation>
    </message>
    <message>
        <source>The file&apos;s own pages become device memory. What cannot be imported is streamed.</source>
        <translation>Die Seiten der Datei selbst werden Gerätespeicher. Was sich nicht importieren lässt, wird gestreamt.</translation>
    </message>
    <message>
        <source>Readers fill a small ring of slices, or device memory itself.</source>
        <translation>Leser füllen einen kleinen Ring von Abschnitten, oder den Gerätespeicher selbst.</translation>
    </message>
    <message>
        <source>What frameworks do: every weight is copied three times in CPU memory. Only to show the difference.</source>
        <translation>Was Frameworks tun: Jedes Gewicht wird dreimal im CPU-Speicher kopiert. Nur, um den Unterschied zu zeigen.</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>direkt</translation>
    </message>
    <message>
        <source>staged</source>
        <translation>über Staging</translation>
    </message>
    <message>
        <source>converted</source>
        <translation>umgewandelt</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>as they lie in the file</source>
        <translation>wie sie in der Datei liegen</translation>
    </message>
    <message>
        <source>the largest first</source>
        <translation>die größten zuerst</translation>
    </message>
    <message>
        <source>as a run needs them</source>
        <translation>wie eine Ausführung sie braucht</translation>
    </message>
    <message>
        <source>setting constants</source>
        <translation>Konstanten werden gesetzt</translation>
    </message>
    <message>
        <source>parsing the model</source>
        <translation>Modell wird geparst</translation>
    </message>
    <message>
        <source>copying into the builder</source>
        <translation>Kopieren in den Builder</translation>
    </message>
    <message>
        <source>copying into staging</source>
        <translation>Kopieren ins Staging</translation>
    </message>
    <message>
        <source>uploading</source>
        <translation>Hochladen</translation>
    </message>
    <message>
        <source>giving copies back</source>
        <translation>Kopien werden freigegeben</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>Vorbereitung</translation>
    </message>
</context>
<context>
    <name>PipelineNoteText</name>
    <message>
        <source>The folder has no scheduler_config.json: noise is taken as Stable Diffusion 1.5&apos;s.</source>
        <translation>Der Ordner hat keine scheduler_config.json: Das Rauschen wird wie bei Stable Diffusion 1.5 angenommen.</translation>
    </message>
    <message>
        <source>There is no scheduler %1 here, which the folder asks for: %2 takes its place unless another one is chosen, with the noise that the model was trained with.</source>
        <translation>Den Scheduler %1, den der Ordner verlangt, gibt es hier nicht: An seine Stelle tritt %2, sofern kein anderer gewählt wird, mit dem Rauschen, mit dem das Modell trainiert wurde.</translation>
    </message>
    <message>
        <source>This is the demo: its weights are random numbers, so its pictures are noise.</source>
        <translation>Dies ist die Demo: Ihre Gewichte sind Zufallszahlen, ihre Bilder daher Rauschen.</translation>
    </message>
    <message>
        <source>The scheduler&apos;s timesteps are &apos;trailing&apos;, as those of models that were distilled to a few steps, which this one&apos;s name does not tell: if it was, take 1 to 8 steps and guidance 1.</source>
        <translation>Die Zeitschritte des Schedulers sind „trailing“ wie bei Modellen, die auf wenige Schritte destilliert wurden; der Name dieses Modells sagt das nicht. Falls doch: 1 bis 8 Schritte und Führung 1 wählen.</translation>
    </message>
</context>
<context>
    <name>PrimaryAction</name>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortfahren</translation>
    </message>
    <message>
        <source>Put every weight into the device&apos;s memory, one at a time</source>
        <translation>Jedes Gewicht in den Speicher des Geräts bringen, eines nach dem anderen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Weights that are loaded stay loaded</source>
        <translation>Geladene Gewichte bleiben geladen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Load the other weights</source>
        <translation>Die übrigen Gewichte laden</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Compute the outputs from the chosen inputs</source>
        <translation>Die Ausgaben aus den gewählten Eingaben berechnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
</context>
<context>
    <name>ProblemGroups</name>
    <message numerus="yes">
        <source>%Ln constant(s) have no bytes to be set from. The first: %1</source>
        <translation>
            <numerusform>%Ln Konstante hat keine Bytes, aus denen sie gesetzt werden könnte. Die erste: %1</numerusform>
            <numerusform>%Ln Konstanten haben keine Bytes, aus denen sie gesetzt werden könnten. Die erste: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) of one kind. The first: %1</source>
        <translation>
            <numerusform>%Ln Problem einer Art. Das erste: %1</numerusform>
            <numerusform>%Ln Probleme einer Art. Das erste: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weiteren</translation>
    </message>
    <message>
        <source>Weights have values beyond %1, which became its largest number: %2 of them, in %3</source>
        <translation>Gewichte haben Werte jenseits von %1, die zu dessen größter Zahl wurden: %2 Werte, in %3</translation>
    </message>
    <message>
        <source>Load the weights as they are stored, or as bf16, if the results matter.</source>
        <translation>Laden Sie die Gewichte, wie sie gespeichert sind, oder als bf16, wenn es auf die Ergebnisse ankommt.</translation>
    </message>
    <message>
        <source>Weights have values beyond %1, which become its largest number where they meet values of that type: %2 of them, in %3</source>
        <translation>Gewichte haben Werte jenseits von %1; wo sie auf Werte dieses Typs treffen, werden sie zu dessen größter Zahl: %2 davon, in %3</translation>
    </message>
</context>
<context>
    <name>ProblemText</name>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Demo model</source>
        <translation>Demo-Modell</translation>
    </message>
    <message>
        <source>Check that the file and its external data are there and readable.</source>
        <translation>Prüfen Sie, ob die Datei und ihre externen Daten da und lesbar sind.</translation>
    </message>
    <message>
        <source>Check the folder, its permissions and the free space, or choose another.</source>
        <translation>Prüfen Sie den Ordner, seine Rechte und den freien Platz, oder wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Check that the file is there and readable.</source>
        <translation>Prüfen Sie, ob die Datei da und lesbar ist.</translation>
    </message>
    <message>
        <source>Change the free dimensions on the Load page. The model can be inspected.</source>
        <translation>Ändern Sie die freien Dimensionen auf der Seite „Laden“. Das Modell lässt sich untersuchen.</translation>
    </message>
    <message>
        <source>Change the sources of the inputs, or the free dimensions of this run, on the Run page.</source>
        <translation>Ändern Sie die Quellen der Eingaben oder die freien Dimensionen dieser Ausführung auf der Seite „Ausführen“.</translation>
    </message>
    <message>
        <source>Close other programs that use the device, unload the model, or choose smaller free dimensions or another device.</source>
        <translation>Schließen Sie andere Programme, die das Gerät verwenden, entladen Sie das Modell, oder wählen Sie kleinere freie Dimensionen oder ein anderes Gerät.</translation>
    </message>
    <message>
        <source>The device stopped answering. Plan the model again; if it happens again, restart the program or update the driver.</source>
        <translation>Das Gerät antwortet nicht mehr. Planen Sie das Modell neu; wenn es wieder geschieht, starten Sie das Programm neu oder aktualisieren Sie den Treiber.</translation>
    </message>
    <message>
        <source>Load the model first.</source>
        <translation>Laden Sie zuerst das Modell.</translation>
    </message>
    <message>
        <source>This is a mistake in the program. Please report it with this text.</source>
        <translation>Das ist ein Fehler im Programm. Bitte melden Sie ihn mit diesem Text.</translation>
    </message>
    <message>
        <source>Check the address and the network, then open it again.</source>
        <translation>Prüfen Sie die Adresse und das Netz und öffnen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>Picture from words</source>
        <translation>Bild aus Worten</translation>
    </message>
    <message>
        <source>Check that the models are there and readable, then open their folder again.</source>
        <translation>Prüfen, ob die Modelle da und lesbar sind, dann ihren Ordner noch einmal öffnen.</translation>
    </message>
    <message>
        <source>Change what the picture is made with, and make it again.</source>
        <translation>Ändern, womit das Bild gemacht wird, und es noch einmal machen.</translation>
    </message>
    <message>
        <source>Close other programs that use the device, choose a smaller picture, or load one part after the other.</source>
        <translation>Andere Programme schließen, die das Gerät benutzen, ein kleineres Bild wählen oder einen Teil nach dem anderen laden.</translation>
    </message>
    <message>
        <source>The device stopped answering. Open the folder again; if it happens again, restart the program or update the driver.</source>
        <translation>Das Gerät antwortet nicht mehr. Den Ordner noch einmal öffnen; geschieht es wieder, das Programm neu starten oder den Treiber aktualisieren.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>The model can be inspected, but not loaded and run on this device as it is. If something is too large, choose smaller free dimensions on the Load page.</source>
        <translation>Das Modell kann betrachtet, aber so auf diesem Gerät nicht geladen und ausgeführt werden. Wenn etwas zu groß ist, kleinere freie Dimensionen auf der Seite „Laden“ wählen.</translation>
    </message>
    <message>
        <source>Choose smaller sizes for this run, or another device.</source>
        <translation>Wählen Sie kleinere Größen für diesen Lauf oder ein anderes Gerät.</translation>
    </message>
    <message>
        <source>What is wrong is in the file: export the model again. As it is, it can be inspected.</source>
        <translation>Der Fehler liegt in der Datei: Exportieren Sie das Modell neu. So, wie es ist, kann es betrachtet werden.</translation>
    </message>
    <message>
        <source>Choose an ONNX model; if this file is one, export it again.</source>
        <translation>Wählen Sie ein ONNX-Modell; falls diese Datei eines ist, exportieren Sie es neu.</translation>
    </message>
    <message>
        <source>The inputs of the run that is shown are gone: those of a run that did not end took their place. Run the model again to see this value.</source>
        <translation>Die Eingaben des gezeigten Laufs sind fort: An ihre Stelle traten die eines Laufs, der nicht zu Ende kam. Führen Sie das Modell erneut aus, um diesen Wert zu sehen.</translation>
    </message>
    <message>
        <source>Start the server or the network again, then go on. If the model was changed there, open it again.</source>
        <translation>Starten Sie den Server oder das Netz wieder und machen Sie dann weiter. Wurde das Modell dort geändert, öffnen Sie es neu.</translation>
    </message>
    <message>
        <source>Choose “as they are stored” under Weights on the Load page: the model may be possible with the type of numbers that it has.</source>
        <translation>Wählen Sie auf der Seite „Laden“ unter „Gewichte“ „wie sie gespeichert sind“: Mit dem Zahlentyp, den es hat, geht das Modell vielleicht.</translation>
    </message>
    <message>
        <source>Restore the file, or open the model again if it was changed, then start the load again: it goes on from what is still loaded.</source>
        <translation>Stellen Sie die Datei wieder her, oder öffnen Sie das Modell erneut, falls sie geändert wurde, und starten Sie das Laden noch einmal: Es geht von dem aus weiter, was noch geladen ist.</translation>
    </message>
    <message>
        <source>Everything but loading and running works without one.</source>
        <translation>Ohne geht alles außer Laden und Ausführen.</translation>
    </message>
    <message>
        <source>Choose another device. The model can be inspected.</source>
        <translation>Wählen Sie ein anderes Gerät. Das Modell lässt sich ansehen.</translation>
    </message>
</context>
<context>
    <name>ProjectText</name>
    <message>
        <source>text encoder</source>
        <translation>Textencoder</translation>
    </message>
    <message>
        <source>denoiser</source>
        <translation>Entrauscher</translation>
    </message>
    <message>
        <source>VAE decoder</source>
        <translation>VAE-Decoder</translation>
    </message>
    <message>
        <source>VAE encoder</source>
        <translation>VAE-Encoder</translation>
    </message>
    <message>
        <source>safety checker</source>
        <translation>Sicherheitsprüfer</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Diffusers export</source>
        <translation>Diffusers-Export</translation>
    </message>
    <message>
        <source>Diffusion models side by side</source>
        <translation>Diffusionsmodelle nebeneinander</translation>
    </message>
    <message>
        <source>Models in one folder</source>
        <translation>Modelle in einem Ordner</translation>
    </message>
</context>
<context>
    <name>PropertiesRows</name>
    <message numerus="yes">
        <source>… %Ln more</source>
        <translation>
            <numerusform>… %Ln weiterer</numerusform>
            <numerusform>… %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PropertiesText</name>
    <message>
        <source>(omitted)</source>
        <translation>(weggelassen)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Domäne</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>Konstanten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln, %1</source>
        <translation>
            <numerusform>%Ln, %1</numerusform>
            <numerusform>%Ln, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source> ⚠ cannot be run by this build</source>
        <translation> ⚠ kann von dieser Version nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>Erzeuger</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>IR %1, opset %2</source>
        <translation>IR %1, Opset %2</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Opened in</source>
        <translation>Geöffnet in</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>Freie Dimensionen</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>Eingabe des Graphen</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>Ausgabe des Graphen</translation>
    </message>
    <message>
        <source>Type and shape</source>
        <translation>Typ und Form</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Verwendet von</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>keinem Knoten</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>ONNX says (since opset %1):</source>
        <translation>ONNX sagt (seit Opset %1):</translation>
    </message>
    <message>
        <source>Largest constants</source>
        <translation>Größte Konstanten</translation>
    </message>
    <message>
        <source>Arithmetic with shapes</source>
        <translation>Rechnen mit Formen</translation>
    </message>
    <message>
        <source>Nodes that compute nothing but shapes, in one box. Expand it to see them.</source>
        <translation>Knoten, die nur Formen berechnen, in einem Kasten. Aufgeklappt zeigt er sie.</translation>
    </message>
    <message>
        <source>Group of the graph</source>
        <translation>Gruppe des Graphen</translation>
    </message>
    <message>
        <source>%1, %2, of which %3 are missing</source>
        <translation>%1, %2, davon fehlen %3</translation>
    </message>
    <message>
        <source>known</source>
        <translation>bekannt</translation>
    </message>
</context>
<context>
    <name>ReloadQuestion</name>
    <message>
        <source>Reload %1, stop its load and give up the weights that are loaded?</source>
        <translation>%1 neu laden, das Laden beenden und die geladenen Gewichte aufgeben?</translation>
    </message>
    <message>
        <source>Reload %1, stop its run and give up its loaded weights and results?</source>
        <translation>%1 neu laden, den Lauf beenden und geladene Gewichte und Ergebnisse aufgeben?</translation>
    </message>
    <message>
        <source>Reload %1, and give up its loaded weights and the results of the last run?</source>
        <translation>%1 neu laden und die geladenen Gewichte und die Ergebnisse des letzten Laufs aufgeben?</translation>
    </message>
    <message>
        <source>Reload %1, and give up the results of the last run?</source>
        <translation>%1 neu laden und die Ergebnisse des letzten Laufs aufgeben?</translation>
    </message>
    <message>
        <source>Reload %1, and give up its loaded weights?</source>
        <translation>%1 neu laden und die geladenen Gewichte aufgeben?</translation>
    </message>
    <message>
        <source>Reload from Disk</source>
        <translation>Neu von der Platte laden</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>No file of the model has changed since it was read.</source>
        <translation>Keine Datei des Modells hat sich geändert, seit es gelesen wurde.</translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message>
        <source>Compiling kernels, %1 of %2…</source>
        <translation>Kernel werden kompiliert, %1 von %2…</translation>
    </message>
    <message>
        <source>Run %1 of %2…</source>
        <translation>Lauf %1 von %2…</translation>
    </message>
    <message>
        <source>%1 (for %2 s)</source>
        <translation>%1 (seit %2 s)</translation>
    </message>
</context>
<context>
    <name>TensorState</name>
    <message>
        <source>○ hollow</source>
        <translation>○ leer</translation>
    </message>
    <message>
        <source>● set</source>
        <translation>● gesetzt</translation>
    </message>
    <message>
        <source>● known</source>
        <translation>● bekannt</translation>
    </message>
    <message>
        <source>– not needed</source>
        <translation>– nicht gebraucht</translation>
    </message>
    <message>
        <source>⚠ no bytes</source>
        <translation>⚠ keine Bytes</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>nirgends</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1 (fehlt)</translation>
    </message>
    <message>
        <source>◐ with runs</source>
        <translation>◐ mit Läufen</translation>
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
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>Unendlich</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>sequence of %1</source>
        <translation>Folge von %1</translation>
    </message>
    <message>
        <source>map of %1</source>
        <translation>Zuordnung von %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
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
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <source>Open &amp;Folder…</source>
        <translation>O&amp;rdner öffnen…</translation>
    </message>
    <message>
        <source>Open &amp;URL…</source>
        <translation>&amp;URL öffnen…</translation>
    </message>
    <message>
        <source>Ca&amp;ncel Opening</source>
        <translation>Öffnen a&amp;bbrechen</translation>
    </message>
    <message>
        <source>&amp;Close Model</source>
        <translation>Modell s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Bee&amp;nden</translation>
    </message>
    <message>
        <source>Save a Cop&amp;y…</source>
        <translation>&amp;Kopie speichern…</translation>
    </message>
    <message>
        <source>E&amp;xtract Tensor…</source>
        <translation>&amp;Tensor herausziehen…</translation>
    </message>
    <message>
        <source>Save &amp;Tensors as CSV…</source>
        <translation>Tensoren als CS&amp;V speichern…</translation>
    </message>
    <message>
        <source>Save &amp;Graph as Picture…</source>
        <translation>&amp;Graph als Bild speichern…</translation>
    </message>
    <message>
        <source>Save &amp;Memory Chart…</source>
        <translation>Speicher&amp;diagramm speichern…</translation>
    </message>
    <message>
        <source>Save Memory &amp;Samples as CSV…</source>
        <translation>Speicher&amp;werte als CSV speichern…</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>Anordnung zurück&amp;setzen</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>V&amp;ollbild</translation>
    </message>
    <message>
        <source>Book&amp;mark the Selected Node</source>
        <translation>Ausgewählten Knoten &amp;merken</translation>
    </message>
    <message>
        <source>&amp;Find in the Graph</source>
        <translation>Im Graphen suc&amp;hen</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Vergr&amp;ößern</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Expand All Scopes</source>
        <translation>Alle Bereiche &amp;aufklappen</translation>
    </message>
    <message>
        <source>&amp;Collapse All Scopes</source>
        <translation>Alle &amp;Bereiche zuklappen</translation>
    </message>
    <message>
        <source>Like the &amp;System</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;High Contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
    <message>
        <source>&amp;Load the Weights</source>
        <translation>Gewichte &amp;laden</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Cancel Loading</source>
        <translation>Laden ab&amp;brechen</translation>
    </message>
    <message>
        <source>&amp;Unload the Weights</source>
        <translation>Gewichte &amp;entladen</translation>
    </message>
    <message>
        <source>Co&amp;mpare Modes…</source>
        <translation>&amp;Modi vergleichen…</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Anleitung</translation>
    </message>
    <message>
        <source>&amp;What&apos;s This?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Weightless</source>
        <translation>Ü&amp;ber Weightless</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Panels</translation>
    </message>
    <message>
        <source>&amp;Go To</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>&amp;Laden</translation>
    </message>
    <message>
        <source>&amp;Other Architectures</source>
        <translation>&amp;Andere Architekturen</translation>
    </message>
    <message>
        <source>&amp;Demo</source>
        <translation>De&amp;mo</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Find &amp;Duplicate Weights…</source>
        <translation>D&amp;oppelte Gewichte suchen…</translation>
    </message>
    <message>
        <source>Predict A&amp;gain</source>
        <translation>Neu &amp;vorhersagen</translation>
    </message>
    <message>
        <source>Memory o&amp;f a Run…</source>
        <translation>Speicher e&amp;iner Ausführung…</translation>
    </message>
    <message>
        <source>&amp;Devices…</source>
        <translation>&amp;Geräte…</translation>
    </message>
    <message>
        <source>Re&amp;load from Disk</source>
        <translation>Von der Platte neu &amp;laden</translation>
    </message>
    <message>
        <source>Compare &amp;with Another Model…</source>
        <translation>Mit anderem &amp;Modell vergleichen…</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>Fi&amp;t Graph</source>
        <translation>Graph &amp;einpassen</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>Übers&amp;icht</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>Fa&amp;rben</translation>
    </message>
</context>
<context>
    <name>WindowPages</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ArenaDialog</name>
    <message>
        <source>Memory of a Run</source>
        <translation>Speicher einer Ausführung</translation>
    </message>
    <message>
        <source>Marked step</source>
        <translation>Markierter Schritt</translation>
    </message>
    <message>
        <source>Activations by step and address</source>
        <translation>Aktivierungen nach Schritt und Adresse</translation>
    </message>
    <message>
        <source>What is held during the marked step</source>
        <translation>Was im markierten Schritt gehalten wird</translation>
    </message>
    <message>
        <source>Go to the &amp;Peak</source>
        <translation>Zur &amp;Spitze</translation>
    </message>
    <message>
        <source>Show the &amp;Node</source>
        <translation>&amp;Knoten zeigen</translation>
    </message>
    <message>
        <source>Nothing of this model is held on the device while it runs.</source>
        <translation>Von diesem Modell wird während der Ausführung nichts auf dem Gerät gehalten.</translation>
    </message>
    <message>
        <source>Most is held in step %1 of %2, %3 (%4): %5 of activations, in an arena of %6.</source>
        <translation>Am meisten wird in Schritt %1 von %2 gehalten, %3 (%4): %5 Aktivierungen, in einer Arena von %6.</translation>
    </message>
    <message>
        <source>Result of</source>
        <translation>Ergebnis von</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Made in step</source>
        <translation>Entsteht in Schritt</translation>
    </message>
    <message>
        <source>Last used in step</source>
        <translation>Zuletzt gebraucht in Schritt</translation>
    </message>
    <message>
        <source>Step %1, %2 (%3): %4 in use</source>
        <translation>Schritt %1, %2 (%3): %4 belegt</translation>
    </message>
    <message>
        <source>Memory of a run</source>
        <translation>Speicher eines Laufs</translation>
    </message>
    <message>
        <source>Step by Step</source>
        <translation>Schritt für Schritt</translation>
    </message>
    <message>
        <source>Other Sizes</source>
        <translation>Andere Größen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BatchBar</name>
    <message>
        <source> of %1</source>
        <comment>follows the number of an element</comment>
        <translation> von %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BookmarkModel</name>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BookmarksPage</name>
    <message>
        <source>Select a node in the graph and press Ctrl+D to come back to it later, with a note.</source>
        <translation>Wählen Sie einen Knoten im Graphen und drücken Sie Strg+D, um später zu ihm zurückzukommen, mit einer Notiz.</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Remove the Bookmark</source>
        <translation>Lesezeichen entfernen</translation>
    </message>
    <message>
        <source>Bookmark the Selected Node</source>
        <translation>Ausgewählten Knoten merken</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BudgetField</name>
    <message>
        <source>Weights that do not fit are brought while a model runs. Where the device uses the file&apos;s own pages, as zero-copy does, there is nothing to limit.</source>
        <translation>Gewichte, die nicht hineinpassen, kommen, während ein Modell läuft. Wo das Gerät die Seiten der Datei selbst benutzt, wie bei Zero-Copy, gibt es nichts zu begrenzen.</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Device memory for weights</source>
        <translation>Gerätespeicher für Gewichte</translation>
    </message>
    <message>
        <source>Limi&amp;t device memory for weights</source>
        <translation>Ger&amp;ätespeicher für Gewichte begrenzen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::BudgetPanel</name>
    <message>
        <source>&amp;Measure a Run</source>
        <translation>Ausführung &amp;messen</translation>
    </message>
    <message>
        <source>Device memory for weights</source>
        <translation>Gerätespeicher für Gewichte</translation>
    </message>
    <message>
        <source>What the limit costs</source>
        <translation>Was die Grenze kostet</translation>
    </message>
    <message>
        <source>Runs the model on no content, before any weight is loaded, so that the time of a run is known for every limit</source>
        <translation>Führt das Modell ohne Inhalt aus, bevor ein Gewicht geladen ist, so dass die Dauer einer Ausführung für jede Grenze bekannt ist</translation>
    </message>
    <message>
        <source>Measuring a run…</source>
        <translation>Eine Ausführung wird gemessen…</translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation>Es wird vorhergesagt…</translation>
    </message>
    <message>
        <source>Nothing to limit: a conventional load brings all weights at once.</source>
        <translation>Nichts zu begrenzen: Herkömmliches Laden bringt alle Gewichte auf einmal.</translation>
    </message>
    <message>
        <source>Device memory for weights, in MiB</source>
        <translation>Gerätespeicher für Gewichte, in MiB</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>&amp;Stop Measuring</source>
        <translation>Messung an&amp;halten</translation>
    </message>
    <message>
        <source>Nothing to limit: the model has no weights to be loaded.</source>
        <translation>Nichts zu begrenzen: Das Modell hat keine Gewichte, die geladen werden.</translation>
    </message>
    <message>
        <source>Nothing to limit: in this mode the device uses the file&apos;s own pages.</source>
        <translation>Nichts zu begrenzen: In diesem Modus nutzt das Gerät die Seiten der Datei selbst.</translation>
    </message>
    <message>
        <source>Nothing to limit: other graphs on this device share a limit.</source>
        <translation>Nichts zu begrenzen: Andere Graphen auf diesem Gerät teilen sich eine Grenze.</translation>
    </message>
    <message>
        <source>Nothing to limit: one step needs all weights at once.</source>
        <translation>Nichts zu begrenzen: Ein Schritt braucht alle Gewichte auf einmal.</translation>
    </message>
    <message>
        <source>What limits cost could not be predicted, and Problems says why: a load takes the memory that it needs.</source>
        <translation>Was Grenzen kosten, ließ sich nicht vorhersagen; warum, steht unter Probleme. Ein Laden nimmt den Speicher, den es braucht.</translation>
    </message>
    <message>
        <source>Nothing to limit: the server sends no parts of files, so that no weight can come while the model runs. Keep downloads (Preferences), or save the model first.</source>
        <translation>Nichts zu begrenzen: Der Server sendet keine Teile von Dateien, daher kann kein Gewicht kommen, während das Modell läuft. Behalten Sie Heruntergeladenes (Einstellungen) oder speichern Sie das Modell zuerst.</translation>
    </message>
    <message>
        <source>Weights that do not fit are brought while the model runs. An automatic load is streamed then.</source>
        <translation>Gewichte, die nicht passen, werden während der Ausführung gebracht. Automatisch geladen wird dann streamend.</translation>
    </message>
    <message>
        <source>Limi&amp;t device memory for weights</source>
        <translation>Gerätespeicher für Gewichte &amp;begrenzen</translation>
    </message>
    <message>
        <source>How far the measurement is</source>
        <translation>Wie weit die Messung ist</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ChartPictureDialog</name>
    <message>
        <source>Save the chart as a picture</source>
        <translation>Diagramm als Bild speichern</translation>
    </message>
    <message>
        <source>as it is shown</source>
        <translation>wie es gezeigt wird</translation>
    </message>
    <message>
        <source>a slide</source>
        <translation>eine Folie</translation>
    </message>
    <message>
        <source>a large slide</source>
        <translation>eine große Folie</translation>
    </message>
    <message>
        <source>a column of a paper</source>
        <translation>eine Spalte eines Aufsatzes</translation>
    </message>
    <message>
        <source>another size</source>
        <translation>eine andere Größe</translation>
    </message>
    <message>
        <source>Usual sizes</source>
        <translation>Übliche Größen</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>Breite in Pixeln</translation>
    </message>
    <message>
        <source>Height in pixels</source>
        <translation>Höhe in Pixeln</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>&amp;Size:</source>
        <translation>&amp;Größe:</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>&amp;Breite:</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>&amp;Höhe:</translation>
    </message>
    <message>
        <source>&amp;Choose File…</source>
        <translation>&amp;Datei wählen…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ClassesPage</name>
    <message>
        <source>The best classes</source>
        <translation>Die besten Klassen</translation>
    </message>
    <message>
        <source>Where the names of the classes are from</source>
        <translation>Woher die Namen der Klassen sind</translation>
    </message>
    <message>
        <source>Names of Classes…</source>
        <translation>Namen der Klassen…</translation>
    </message>
    <message>
        <source>Choose a file with the names of the classes</source>
        <translation>Eine Datei mit den Namen der Klassen wählen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Punktwert</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>The classes have no names yet.</source>
        <translation>Die Klassen haben noch keine Namen.</translation>
    </message>
    <message>
        <source>There are %1 names for %2 classes: they may belong to another model.</source>
        <translation>Es gibt %1 Namen für %2 Klassen: Sie gehören vielleicht zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>Element of the batch:</source>
        <translation>Element des Stapels:</translation>
    </message>
    <message>
        <source>Which element of the batch is shown</source>
        <translation>Welches Element des Stapels gezeigt wird</translation>
    </message>
    <message>
        <source>No Names</source>
        <translation>Keine Namen</translation>
    </message>
    <message>
        <source>What is wrong with the scores</source>
        <translation>Was an den Bewertungen nicht stimmt</translation>
    </message>
    <message>
        <source>A text file with one name a line, in the order of the classes; a CSV file with their numbers and names; JSON, as a config.json with id2label. A labels.txt beside the model is found by itself.</source>
        <translation>Eine Textdatei mit einem Namen je Zeile, in der Reihenfolge der Klassen; eine CSV-Datei mit ihren Nummern und Namen; JSON, etwa eine config.json mit id2label. Eine labels.txt neben dem Modell wird von selbst gefunden.</translation>
    </message>
    <message>
        <source>Show the classes without names</source>
        <translation>Die Klassen ohne Namen zeigen</translation>
    </message>
    <message>
        <source>%1 of %2 scores are not numbers: no probabilities follow from the others.</source>
        <translation>%1 von %2 Bewertungen sind keine Zahlen: Aus den anderen folgen keine Wahrscheinlichkeiten.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::CompareDialog</name>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Also &amp;ONNX Runtime, if it is installed</source>
        <translation>Auch &amp;ONNX Runtime, falls es installiert ist</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abb&amp;rechen</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>Compare loading %1</source>
        <translation>Laden von %1 vergleichen</translation>
    </message>
    <message>
        <source>Result of the comparison</source>
        <translation>Ergebnis des Vergleichs</translation>
    </message>
    <message>
        <source>Loads the model in each mode, each in a process of its own, and shows what that took.</source>
        <translation>Lädt das Modell in jedem Modus, jedes Mal in einem eigenen Prozess, und zeigt, was das gebraucht hat.</translation>
    </message>
    <message>
        <source>Figures of each load</source>
        <translation>Zahlen zu jedem Laden</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Es wird verglichen</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Memory over time, for each load</source>
        <translation>Speicher im Verlauf, für jedes Laden</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Comparing: zero-copy, streamed and conventional, one after the other…</source>
        <translation>Es wird verglichen: Zero-Copy, streamend und herkömmlich, nacheinander…</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Peak CPU</source>
        <translation>CPU höchstens</translation>
    </message>
    <message>
        <source>× model</source>
        <translation>× Modell</translation>
    </message>
    <message>
        <source>Beyond the weights</source>
        <translation>Über die Gewichte hinaus</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Bytes by path</source>
        <translation>Bytes nach Pfad</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Vergleich speichern</translation>
    </message>
    <message>
        <source>Report (*.html);;Samples (*.csv);;Chart (*.png)</source>
        <translation>Bericht (*.html);;Messwerte (*.csv);;Diagramm (*.png)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ComparisonProcess</name>
    <message>
        <source>weightless-cli ended with exit code %1</source>
        <translation>weightless-cli endete mit dem Code %1</translation>
    </message>
    <message>
        <source>weightless-cli cannot be started: %1</source>
        <translation>weightless-cli kann nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>weightless-cli was not found beside this program or in PATH: comparing needs it, because each load runs in a process of its own</source>
        <translation>weightless-cli wurde weder neben diesem Programm noch in PATH gefunden: Das Vergleichen braucht es, weil jedes Laden in einem eigenen Prozess läuft</translation>
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
        <translation>Stable Diffusion 1.5 VAE-Decoder</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5 CLIP text encoder</source>
        <translation>Stable Diffusion 1.5 CLIP-Text-Encoder</translation>
    </message>
    <message>
        <source>Language Model</source>
        <translation>Sprachmodell</translation>
    </message>
    <message>
        <source>Language Model of 4-bit Weights</source>
        <translation>Sprachmodell mit 4-Bit-Gewichten</translation>
    </message>
    <message>
        <source>BERT Text Encoder</source>
        <translation>BERT-Text-Encoder</translation>
    </message>
    <message>
        <source>ViT Image Classifier</source>
        <translation>ViT-Bildklassifikator</translation>
    </message>
    <message>
        <source>Whisper Speech Encoder</source>
        <translation>Whisper-Sprach-Encoder</translation>
    </message>
    <message>
        <source>Whisper Text Decoder</source>
        <translation>Whisper-Text-Decoder</translation>
    </message>
    <message>
        <source>Object Detector</source>
        <translation>Objekterkennung</translation>
    </message>
    <message>
        <source>Voice Detector</source>
        <translation>Stimmerkennung</translation>
    </message>
    <message>
        <source>Tree Ensemble</source>
        <translation>Ensemble von Bäumen</translation>
    </message>
    <message>
        <source>&amp;Free dimensions (batch, height, width)</source>
        <translation>&amp;Freie Dimensionen (batch, height, width)</translation>
    </message>
    <message>
        <source>real size</source>
        <translation>wirkliche Größe</translation>
    </message>
    <message>
        <source>channels divided by %1</source>
        <translation>Kanäle durch %1 geteilt</translation>
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
        <translation>neben dem Modell (externe Daten)</translation>
    </message>
    <message>
        <source>inside the model file</source>
        <translation>in der Modelldatei</translation>
    </message>
    <message>
        <source>&amp;Write…</source>
        <translation>&amp;Schreiben…</translation>
    </message>
    <message>
        <source>Writes the true topology with seeded random weights: for trying things out, not for pictures.</source>
        <translation>Schreibt die wirkliche Topologie mit zufälligen Gewichten aus einem Startwert: zum Ausprobieren, nicht für Bilder.</translation>
    </message>
    <message>
        <source>S&amp;cale:</source>
        <translation>S&amp;kalierung:</translation>
    </message>
    <message>
        <source>&amp;Type:</source>
        <translation>&amp;Typ:</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>Gew&amp;ichte:</translation>
    </message>
    <message>
        <source>&amp;Opset:</source>
        <translation>&amp;Opset:</translation>
    </message>
    <message>
        <source>See&amp;d:</source>
        <translation>Start&amp;wert:</translation>
    </message>
    <message>
        <source>Size:</source>
        <translation>Größe:</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Type of the weights</source>
        <translation>Typ der Gewichte</translation>
    </message>
    <message>
        <source>Where the weights are</source>
        <translation>Wo die Gewichte liegen</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>Opset</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>Freie Dimensionen</translation>
    </message>
    <message>
        <source>Size of the weights</source>
        <translation>Größe der Gewichte</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 Parameter, %2</translation>
    </message>
    <message>
        <source>Stable Diffusion 1.5, All Parts</source>
        <translation>Stable Diffusion 1.5, alle Teile</translation>
    </message>
    <message>
        <source>Writes a folder of text encoder, UNet, VAE decoder and tokenizer with seeded random weights: for trying out pictures from words, which will be noise.</source>
        <translation>Schreibt einen Ordner mit Textencoder, UNet, VAE-Decoder und Tokenizer mit Zufallsgewichten aus festem Startwert: zum Ausprobieren von Bildern aus Worten, die Rauschen sein werden.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DeviceChooser</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>no Vulkan device</source>
        <translation>kein Vulkan-Gerät</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>bestes: %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DeviceDialog</name>
    <message>
        <source>What the device is</source>
        <translation>Was das Gerät ist</translation>
    </message>
    <message>
        <source>What the device reaches</source>
        <translation>Was das Gerät erreicht</translation>
    </message>
    <message>
        <source>Asking the drivers…</source>
        <translation>Die Treiber werden gefragt…</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>State of the measurement</source>
        <translation>Stand der Messung</translation>
    </message>
    <message>
        <source>Measuring: %1</source>
        <translation>Messung: %1</translation>
    </message>
    <message>
        <source>This machine has a Vulkan loader, but no device.</source>
        <translation>Dieser Rechner hat einen Vulkan-Loader, aber kein Gerät.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Messung läuft…</translation>
    </message>
    <message>
        <source>The best of a few tries each, with this program&apos;s own kernels. What is loaded from now on follows it.</source>
        <translation>Jeweils der beste von einigen Versuchen, mit den eigenen Kerneln dieses Programms. Was ab jetzt geladen wird, richtet sich danach.</translation>
    </message>
    <message>
        <source>As it was measured last, which the program follows.</source>
        <translation>Wie zuletzt gemessen; das Programm richtet sich danach.</translation>
    </message>
    <message>
        <source>Measuring takes some seconds, and loads the device fully. The program then takes the kernels that were fastest.</source>
        <translation>Das Messen dauert einige Sekunden und lastet das Gerät voll aus. Danach nimmt das Programm die Kernel, die am schnellsten waren.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DiffDialog</name>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
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
        <translation>jetzt %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ</source>
        <translation>
            <numerusform>%1, %Ln Wert verschieden</numerusform>
            <numerusform>%1, %Ln Werte verschieden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>What differs: %1 and %2</source>
        <translation>Was sich unterscheidet: %1 und %2</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>Vergleich mit %1…</translation>
    </message>
    <message>
        <source>How much was compared</source>
        <translation>Wie viel verglichen ist</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>… the others are in the output of weightless-cli diff</source>
        <translation>… die übrigen stehen in der Ausgabe von weightless-cli diff</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>%1 constants and %2 nodes are equal</source>
        <translation>%1 Konstanten und %2 Knoten sind gleich</translation>
    </message>
    <message>
        <source>The models are equal: %1.</source>
        <translation>Die Modelle sind gleich: %1.</translation>
    </message>
    <message>
        <source>The models differ; %1.</source>
        <translation>Die Modelle unterscheiden sich; %1.</translation>
    </message>
    <message>
        <source>The models differ by %1 of constants; %2.</source>
        <translation>Die Modelle unterscheiden sich um %1 Konstanten; %2.</translation>
    </message>
    <message>
        <source>Summary of the differences</source>
        <translation>Zusammenfassung der Unterschiede</translation>
    </message>
    <message>
        <source>Graphs in Step</source>
        <translation>Graphen im Gleichschritt</translation>
    </message>
    <message>
        <source>Largest Difference</source>
        <translation>Größte Differenz</translation>
    </message>
    <message>
        <source>Between two floats at the same place, of those that are finite in both models</source>
        <translation>Zwischen zwei Gleitkommazahlen an derselben Stelle, soweit sie in beiden Modellen endlich sind</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Filter by what is in a row</source>
        <translation>Nach dem Inhalt einer Zeile filtern</translation>
    </message>
    <message>
        <source>Filter of the differences</source>
        <translation>Filter der Unterschiede</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>Ko&amp;pieren</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all that are shown, as tab-separated text</source>
        <translation>Die ausgewählten Zeilen, oder alle gezeigten, als tabulatorgetrennten Text kopieren</translation>
    </message>
    <message>
        <source>Copy differences</source>
        <translation>Unterschiede kopieren</translation>
    </message>
    <message>
        <source>%1, %2 became or ceased to be NaN or infinite</source>
        <translation>%1, bei %2 kam NaN oder unendlich hinzu oder fiel weg</translation>
    </message>
    <message>
        <source>%1, the same values</source>
        <translation>%1, dieselben Werte</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln value(s) differ, only in the sign of zero</source>
        <translation>
            <numerusform>%1, %Ln Wert verschieden, nur im Vorzeichen der Null</numerusform>
            <numerusform>%1, %Ln Werte verschieden, nur im Vorzeichen der Null</numerusform>
        </translation>
    </message>
    <message>
        <source>Inputs, outputs, versions, metadata</source>
        <translation>Eingaben, Ausgaben, Versionen, Metadaten</translation>
    </message>
</context>
<context>
    <name>weightless::ui::DuplicatesDialog</name>
    <message>
        <source>Reading the weights…</source>
        <translation>Die Gewichte werden gelesen…</translation>
    </message>
    <message>
        <source>Duplicate Weights</source>
        <translation>Doppelte Gewichte</translation>
    </message>
    <message>
        <source>How much was read</source>
        <translation>Wie viel gelesen ist</translation>
    </message>
    <message>
        <source>Weights that are stored more than once</source>
        <translation>Mehrfach gespeicherte Gewichte</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Bytes each</source>
        <translation>Bytes je Gewicht</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>Einsparbar</translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal weight(s)</source>
        <translation>
            <numerusform>%Ln gleiches Gewicht</numerusform>
            <numerusform>%Ln gleiche Gewichte</numerusform>
        </translation>
    </message>
    <message>
        <source>No two weights of %1 or more are the same.</source>
        <translation>Keine zwei Gewichte ab %1 sind gleich.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) of weights of %1 or more with the same values; one of each would be %2 less.</source>
        <translation>
            <numerusform>%Ln Gruppe von Gewichten ab %1 mit denselben Werten; je eines wären %2 weniger.</numerusform>
            <numerusform>%Ln Gruppen von Gewichten ab %1 mit denselben Werten; je eines wären %2 weniger.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::EngineWorker</name>
    <message>
        <source>%1 values are beyond float16&apos;s range and became ±65504, in %2</source>
        <translation>%1 Werte liegen außerhalb des Bereichs von float16 und wurden ±65504, in %2</translation>
    </message>
    <message>
        <source>Save these weights as they are if the results matter.</source>
        <translation>Speichern Sie diese Gewichte unverändert, wenn es auf die Ergebnisse ankommt.</translation>
    </message>
    <message>
        <source>The model&apos;s file is gone or was changed. Its structure was written from what was read of it: documentation, quantisation notes and what this program does not know are lost.</source>
        <translation>Die Datei des Modells ist weg oder wurde geändert. Seine Struktur wurde aus dem geschrieben, was von ihr gelesen war: Dokumentation, Anmerkungen zur Quantisierung und was dieses Programm nicht kennt, sind verloren.</translation>
    </message>
    <message>
        <source>The replaced model named files for its data that are not known to be its alone. They stay: %1</source>
        <translation>Das ersetzte Modell nannte für seine Daten Dateien, von denen nicht bekannt ist, dass sie nur ihm gehören. Sie bleiben: %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FindModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FindPanel</name>
    <message>
        <source>Find: name, op:Conv, type:float16, bytes&gt;10M</source>
        <translation>Suchen: Name, op:Conv, type:float16, bytes&gt;10M</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>Im Graphen suchen</translation>
    </message>
    <message>
        <source>Words that all must be in a name, operator, type, shape or attribute.
op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes&gt;10M  params&lt;1k
&quot;Words in quotes&quot; stay together.</source>
        <translation>Wörter, die alle in Name, Operator, Typ, Form oder Attribut stehen müssen.
op:Conv  type:float16  shape:320×64  name:to_q  attr:pads  bytes&gt;10M  params&lt;1k
&quot;Wörter in Anführungszeichen&quot; bleiben zusammen.</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>What was found in the graph</source>
        <translation>Was im Graphen gefunden wurde</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>kein Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>weightless::ui::FreeDimensionsEditor</name>
    <message>
        <source>Size of %1 in %2</source>
        <translation>Größe von %1 in %2</translation>
    </message>
    <message>
        <source>Free dimension %1</source>
        <translation>Freie Dimension %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateDialog</name>
    <message>
        <source>A picture from words: %1</source>
        <translation>Ein Bild aus Worten: %1</translation>
    </message>
    <message>
        <source>A picture is being made. Closing the window stops it.</source>
        <translation>Ein Bild wird gerade erzeugt. Wird das Fenster geschlossen, bricht das ab.</translation>
    </message>
    <message>
        <source>Stop and Close</source>
        <translation>Abbrechen und schließen</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Close Without Saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
    <message>
        <source>Keep Open</source>
        <translation>Offen lassen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file.</source>
        <translation>
            <numerusform>%Ln fertiges Bild ist in keiner Datei.</numerusform>
            <numerusform>%Ln fertige Bilder sind in keiner Datei.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) that were made are in no file. Closing the window loses them.</source>
        <translation>
            <numerusform>%Ln fertiges Bild ist in keiner Datei. Wird das Fenster geschlossen, geht es verloren.</numerusform>
            <numerusform>%Ln fertige Bilder sind in keiner Datei. Wird das Fenster geschlossen, gehen sie verloren.</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the One Shown…</source>
        <translation>Das gezeigte speichern…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateForm</name>
    <message>
        <source>On&amp;e part at a time</source>
        <translation>Ein &amp;Teil nach dem anderen</translation>
    </message>
    <message>
        <source>What the picture shows</source>
        <translation>Was das Bild zeigt</translation>
    </message>
    <message>
        <source>What it does not show</source>
        <translation>Was es nicht zeigt</translation>
    </message>
    <message>
        <source>How closely the prompt is followed; 1 and less halve the work</source>
        <translation>Wie genau dem Prompt gefolgt wird; 1 und weniger halbieren die Arbeit</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Load, run and give back each part before the next one: the least memory, the most loading</source>
        <translation>Jeden Teil laden, ausführen und freigeben, bevor der nächste an der Reihe ist: am wenigsten Speicher, am meisten Laden</translation>
    </message>
    <message>
        <source>&amp;Prompt</source>
        <translation>&amp;Prompt</translation>
    </message>
    <message>
        <source>Ne&amp;gative prompt</source>
        <translation>Ne&amp;gativer Prompt</translation>
    </message>
    <message>
        <source>S&amp;cheduler</source>
        <translation>S&amp;cheduler</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>G&amp;uidance</source>
        <translation>F&amp;ührung</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>&amp;Höhe</translation>
    </message>
    <message>
        <source>R&amp;andom</source>
        <translation>&amp;Zufällig</translation>
    </message>
    <message>
        <source>Another seed: another picture</source>
        <translation>Ein anderer Startwert: ein anderes Bild</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>Start&amp;wert</translation>
    </message>
    <message>
        <source>P&amp;ictures</source>
        <translation>B&amp;ilder</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>&amp;Laden</translation>
    </message>
    <message>
        <source>%1 / %2 tokens</source>
        <translation>%1 / %2 Token</translation>
    </message>
    <message>
        <source>%1 – the rest is cut off</source>
        <translation>%1 – der Rest wird abgeschnitten</translation>
    </message>
    <message>
        <source>Calls of the denoiser; PNDM makes one more</source>
        <translation>Aufrufe des Entrauschers; PNDM macht einen mehr</translation>
    </message>
    <message>
        <source>T&amp;ype of weights</source>
        <translation>&amp;Datentyp der Gewichte</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GeneratePage</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>Gene&amp;rate</source>
        <translation>E&amp;rzeugen</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>Der Ordner wird gelesen…</translation>
    </message>
    <message>
        <source>The folder</source>
        <translation>Der Ordner</translation>
    </message>
    <message>
        <source>Memory of each way of loading</source>
        <translation>Speicher jedes Wegs zu laden</translation>
    </message>
    <message>
        <source>State of the picture</source>
        <translation>Stand des Bildes</translation>
    </message>
    <message>
        <source>Progress of the picture</source>
        <translation>Fortschritt des Bildes</translation>
    </message>
    <message>
        <source>Make the same picture with every way of loading, each from nothing, and lay the memory curves over each other</source>
        <translation>Dasselbe Bild auf jedem Weg des Ladens erzeugen, jedes Mal von vorn, und die Speicherkurven übereinanderlegen</translation>
    </message>
    <message>
        <source>Done in %1.</source>
        <translation>Fertig in %1.</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>Bereit.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Es beginnt…</translation>
    </message>
    <message>
        <source>Beginning: %1</source>
        <translation>Es beginnt: %1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Es wird abgebrochen…</translation>
    </message>
    <message>
        <source>%1 on %2; its models weigh %3.</source>
        <translation>%1 auf %2; seine Modelle wiegen %3.</translation>
    </message>
    <message>
        <source>Picture %1 of %2: step %3 of %4</source>
        <translation>Bild %1 von %2: Schritt %3 von %4</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1, about %2 left</source>
        <translation>%1, noch etwa %2</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>%1 kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Co&amp;mpare Ways</source>
        <translation>Wege &amp;vergleichen</translation>
    </message>
    <message>
        <source>Sa&amp;ve Picture…</source>
        <translation>Bild sp&amp;eichern…</translation>
    </message>
    <message>
        <source>Save Rep&amp;ort…</source>
        <translation>Bericht speicher&amp;n…</translation>
    </message>
    <message>
        <source>Compiling kernels, %1 of %2…</source>
        <translation>Kernel werden kompiliert, %1 von %2…</translation>
    </message>
    <message>
        <source>Done: %1 ways in %2.</source>
        <translation>Fertig: %1 Wege in %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln picture(s) that were in no file had to make room.</source>
        <translation>
            <numerusform>%1 %Ln Bild, das in keiner Datei war, musste Platz machen.</numerusform>
            <numerusform>%1 %Ln Bilder, die in keiner Datei waren, mussten Platz machen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::GenerateWorker</name>
    <message>
        <source>load %1</source>
        <translation>Laden %1</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>Kompilieren %1</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>Planen %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphDisplayMenu</name>
    <message>
        <source>Show in the graph</source>
        <translation>Im Graphen zeigen</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Kästen</translation>
    </message>
    <message>
        <source>&amp;Names</source>
        <translation>&amp;Namen</translation>
    </message>
    <message>
        <source>&amp;Attributes</source>
        <translation>&amp;Attribute</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>&amp;Gewichte</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>&amp;Fold Constants and Shape Arithmetic</source>
        <translation>&amp;Konstanten und Rechnen mit Formen falten</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>&amp;Übersicht</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>&amp;Bewegung</translation>
    </message>
    <message>
        <source>Colour tells</source>
        <translation>Die Farbe zeigt</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>L&amp;egende</translation>
    </message>
    <message>
        <source>&amp;Colours for Colour-Blind People</source>
        <translation>&amp;Farben für Farbenblinde</translation>
    </message>
    <message>
        <source>From Left to &amp;Right</source>
        <translation>Von links nach &amp;rechts</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GraphPage</name>
    <message>
        <source>Graph of the model</source>
        <translation>Graph des Modells</translation>
    </message>
    <message>
        <source>Collapse all scopes</source>
        <translation>Alle Bereiche zuklappen</translation>
    </message>
    <message>
        <source>Expand all scopes</source>
        <translation>Alle Bereiche aufklappen</translation>
    </message>
    <message>
        <source>Fit the graph to the window</source>
        <translation>Den Graphen ins Fenster einpassen</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>What the graph shows: colours, names, weights, direction</source>
        <translation>Was der Graph zeigt: Farben, Namen, Gewichte, Richtung</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>Anordnung wird berechnet…</translation>
    </message>
    <message>
        <source>%1 of %2 nodes shown, the others group by group</source>
        <translation>%1 von %2 Knoten gezeigt, die übrigen Gruppe für Gruppe</translation>
    </message>
    <message>
        <source>Save the graph</source>
        <translation>Graph speichern</translation>
    </message>
    <message>
        <source>Graphs are saved as .svg, .png, .pdf, .dot, .gv or .json, not as &apos;%1&apos;.</source>
        <translation>Graphen werden als .svg, .png, .pdf, .dot, .gv oder .json gespeichert, nicht als „%1“.</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg);;PNG pictures (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)</source>
        <translation>SVG-Bilder (*.svg);;PNG-Bilder (*.png);;PDF (*.pdf);;Graphviz (*.dot *.gv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es)</source>
        <translation>
            <numerusform>%Ln Kasten</numerusform>
            <numerusform>%Ln Kästen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln Knoten</numerusform>
            <numerusform>%Ln Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no model whose graph could be saved.</source>
        <translation>Es gibt kein Modell, dessen Graph gespeichert werden könnte.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::GuideDialog</name>
    <message>
        <source>Guide</source>
        <translation>Anleitung</translation>
    </message>
</context>
<context>
    <name>weightless::ui::HeaderBar</name>
    <message>
        <source>Workspaces and loading</source>
        <translation>Arbeitsbereiche und Laden</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>Arbeitsbereiche</translation>
    </message>
    <message>
        <source>Memory that a load needs</source>
        <translation>Speicher, den das Laden braucht</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Load mode</source>
        <translation>Lademodus</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Cancel what is under way</source>
        <translation>Abbrechen, was gerade läuft</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Es wird geplant…</translation>
    </message>
    <message>
        <source>Needs: not known yet</source>
        <translation>Bedarf: noch nicht bekannt</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>CPU memory beyond the weights</source>
        <translation>CPU-Speicher über die Gewichte hinaus</translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) have no data</source>
        <translation>
            <numerusform>%Ln Gewicht ohne Daten</numerusform>
            <numerusform>%Ln Gewichte ohne Daten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>Unload the weights to load them in another mode</source>
        <translation>Gewichte entladen, um sie auf andere Weise zu laden</translation>
    </message>
    <message>
        <source>Needs: not planned</source>
        <translation>Bedarf: nicht geplant</translation>
    </message>
    <message>
        <source>Planned sizes</source>
        <translation>Geplante Größen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputDelegate</name>
    <message>
        <source>Tensors (*.npy *.pb)</source>
        <translation>Tensoren (*.npy *.pb)</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Seed, number, text or file of the input</source>
        <translation>Startwert, Zahl, Text oder Datei der Eingabe</translation>
    </message>
    <message>
        <source>Several texts, with ; between them, take turns</source>
        <translation>Mehrere Texte, durch ; getrennt, wechseln sich ab</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)</source>
        <translation>Bilder (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)</translation>
    </message>
    <message>
        <source>a number, or as many as there are elements: 1, 2, 3</source>
        <translation>eine Zahl, oder so viele, wie es Elemente gibt: 1, 2, 3</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputFiles</name>
    <message>
        <source>Input &apos;%1&apos; takes %2, but %3 holds %4.</source>
        <translation>Die Eingabe „%1“ nimmt %2, aber %3 enthält %4.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputModel</name>
    <message>
        <source>Input &apos;%1&apos; needs a file.</source>
        <translation>Eingabe „%1“ braucht eine Datei.</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>wählen…</translation>
    </message>
    <message>
        <source>Seed, number or file</source>
        <translation>Startwert, Zahl oder Datei</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>A seed is a whole number from 0 to %1.</source>
        <translation>Ein Startwert ist eine ganze Zahl von 0 bis %1.</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>Das ist keine Zahl.</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos;: %2</source>
        <translation>Eingabe „%1“: %2</translation>
    </message>
    <message>
        <source>%1 numbers are given for %2 elements.</source>
        <translation>%1 Zahlen sind für %2 Elemente angegeben.</translation>
    </message>
    <message>
        <source>%1 cannot hold %2.</source>
        <translation>%1 kann %2 nicht aufnehmen.</translation>
    </message>
    <message>
        <source>No picture fits an input without elements.</source>
        <translation>Kein Bild passt in eine Eingabe ohne Elemente.</translation>
    </message>
    <message>
        <source>type a text…</source>
        <translation>Text eingeben…</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos; needs a text.</source>
        <translation>Die Eingabe „%1“ braucht einen Text.</translation>
    </message>
    <message>
        <source>Input &apos;%1&apos;: %2 texts are given for %3 elements.</source>
        <translation>Eingabe „%1“: %2 Texte sind für %3 Elemente angegeben.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputPreview</name>
    <message>
        <source>Picture of the input</source>
        <translation>Bild der Eingabe</translation>
    </message>
</context>
<context>
    <name>weightless::ui::InputTable</name>
    <message>
        <source>Inputs of the graph</source>
        <translation>Eingaben des Graphen</translation>
    </message>
    <message>
        <source>Source of the input</source>
        <translation>Quelle der Eingabe</translation>
    </message>
</context>
<context>
    <name>weightless::ui::LoadPage</name>
    <message>
        <source>&amp;Unload</source>
        <translation>Entla&amp;den</translation>
    </message>
    <message>
        <source>Which constants come first</source>
        <translation>Welche Konstanten zuerst kommen</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>Freie Dimensionen</translation>
    </message>
    <message>
        <source>What it will need</source>
        <translation>Was es brauchen wird</translation>
    </message>
    <message>
        <source>What the load will need</source>
        <translation>Was das Laden brauchen wird</translation>
    </message>
    <message>
        <source>Load progress</source>
        <translation>Fortschritt des Ladens</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>Die Gewichte entladen</translation>
    </message>
    <message>
        <source>Give the device memory back: every constant is hollow again</source>
        <translation>Den Gerätespeicher freigeben: Jede Konstante ist wieder leer</translation>
    </message>
    <message>
        <source>State of the model</source>
        <translation>Zustand des Modells</translation>
    </message>
    <message>
        <source>Current tensor</source>
        <translation>Aktueller Tensor</translation>
    </message>
    <message>
        <source>Bytes and rate</source>
        <translation>Bytes und Geschwindigkeit</translation>
    </message>
    <message>
        <source>Bytes by path</source>
        <translation>Bytes nach Pfad</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the load</source>
        <translation>Laden abbrechen</translation>
    </message>
    <message>
        <source>Weights that are loaded stay loaded, but for a conventional load</source>
        <translation>Geladene Gewichte bleiben geladen, außer beim konventionellen Laden</translation>
    </message>
    <message>
        <source>Type that weights are loaded as</source>
        <translation>Typ, in dem Gewichte geladen werden</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>Gew&amp;ichte:</translation>
    </message>
    <message>
        <source>Ord&amp;er:</source>
        <translation>R&amp;eihenfolge:</translation>
    </message>
    <message>
        <source>The weights are loaded for this size. Unload them to plan with another one, or change it for one run in the Run workspace.</source>
        <translation>Die Gewichte sind für diese Größe geladen. Entladen Sie sie, um mit einer anderen zu planen, oder ändern Sie die Größe für einen Lauf im Arbeitsbereich „Ausführen“.</translation>
    </message>
    <message>
        <source>The weights are loaded as this type. Unload them to choose another one.</source>
        <translation>Die Gewichte sind in diesem Typ geladen. Entladen Sie sie, um einen anderen zu wählen.</translation>
    </message>
    <message>
        <source>What it needs</source>
        <translation>Was es braucht</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MadePictures</name>
    <message>
        <source>Previous picture</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>Which picture is shown</source>
        <translation>Welches Bild zu sehen ist</translation>
    </message>
    <message>
        <source>What the picture looks like so far</source>
        <translation>Wie das Bild bisher aussieht</translation>
    </message>
    <message>
        <source>The picture for “%1”, seed %2</source>
        <translation>Das Bild zu „%1“, Startwert %2</translation>
    </message>
    <message>
        <source>Picture %1 of %2, seed %3</source>
        <translation>Bild %1 von %2, Startwert %3</translation>
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
        <translation>%1 wurde auf der Platte geändert.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>%1 – Weightless</source>
        <translation>%1 – Weightless</translation>
    </message>
    <message numerus="yes">
        <source>Operator %1 is not known to this build (%Ln node(s), first &apos;%2&apos;)</source>
        <translation>
            <numerusform>Operator %1 ist dieser Version nicht bekannt (%Ln Knoten, „%2“)</numerusform>
            <numerusform>Operator %1 ist dieser Version nicht bekannt (%Ln Knoten, zuerst „%2“)</numerusform>
        </translation>
    </message>
    <message>
        <source>The model can be inspected, but not run.</source>
        <translation>Das Modell lässt sich untersuchen, aber nicht ausführen.</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>&amp;Clear List</source>
        <translation>Liste &amp;leeren</translation>
    </message>
    <message>
        <source>%1 is there now.</source>
        <translation>%1 ist jetzt da.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MemoryFigures</name>
    <message>
        <source>CPU beyond the weights</source>
        <translation>CPU über die Gewichte hinaus</translation>
    </message>
    <message>
        <source>CPU memory that loading takes in addition to the weights themselves: copies of them, and slices that they pass through.</source>
        <translation>CPU-Speicher, den das Laden zusätzlich zu den Gewichten selbst belegt: Kopien von ihnen und Abschnitte, durch die sie laufen.</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Conventional mode</source>
        <translation>Herkömmlicher Modus</translation>
    </message>
    <message>
        <source>What the conventional mode, which loads as frameworks do, takes of CPU memory beyond the weights, less what this load takes.</source>
        <translation>Was der herkömmliche Modus, der so lädt wie Frameworks, an CPU-Speicher über die Gewichte hinaus belegt, weniger dem, was dieses Laden belegt.</translation>
    </message>
    <message>
        <source>at most %1 in this load</source>
        <translation>höchstens %1 bei diesem Laden</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>of weights set on the device</source>
        <translation>an Gewichten, auf dem Gerät gesetzt</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%1 von %2 in %3</translation>
    </message>
    <message>
        <source>no copy</source>
        <translation>ohne Kopie</translation>
    </message>
    <message>
        <source>%1 bound where they lie, in %2</source>
        <translation>%1 gebunden, wo sie liegen, in %2</translation>
    </message>
    <message>
        <source>of CPU memory beyond the weights, measured</source>
        <translation>CPU-Speicher über die Gewichte hinaus, gemessen</translation>
    </message>
    <message>
        <source>of CPU memory beyond the weights, predicted</source>
        <translation>CPU-Speicher über die Gewichte hinaus, vorhergesagt</translation>
    </message>
    <message>
        <source>Against conventional</source>
        <translation>Gegenüber herkömmlich</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>the conventional mode took %1 (measured)</source>
        <translation>der herkömmliche Modus brauchte %1 (gemessen)</translation>
    </message>
    <message>
        <source>the conventional mode would take %1 (predicted)</source>
        <translation>der herkömmliche Modus würde %1 brauchen (vorhergesagt)</translation>
    </message>
    <message>
        <source>staging %1</source>
        <translation>Staging %1</translation>
    </message>
    <message>
        <source>weights %1
activations %2</source>
        <translation>Gewichte %1
Aktivierungen %2</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MemoryPage</name>
    <message>
        <source>Memory over time</source>
        <translation>Speicher im Verlauf</translation>
    </message>
    <message>
        <source>in seconds</source>
        <translation>in Sekunden</translation>
    </message>
    <message>
        <source>every load at full width</source>
        <translation>jedes Laden in voller Breite</translation>
    </message>
    <message>
        <source>How loads are laid over each other</source>
        <translation>Wie mehrere Ladevorgänge übereinanderliegen</translation>
    </message>
    <message>
        <source>In seconds a load that is ten times as fast is a tenth as wide</source>
        <translation>In Sekunden ist ein zehnmal so schnelles Laden ein Zehntel so breit</translation>
    </message>
    <message>
        <source>the loads</source>
        <translation>das Laden</translation>
    </message>
    <message>
        <source>loads and runs</source>
        <translation>Laden und Läufe</translation>
    </message>
    <message>
        <source>Time that is shown</source>
        <translation>Gezeigte Zeit</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Save or clear the chart</source>
        <translation>Das Diagramm speichern oder leeren</translation>
    </message>
    <message>
        <source>Save as &amp;Picture…</source>
        <translation>Als &amp;Bild speichern…</translation>
    </message>
    <message>
        <source>Save Samples as &amp;CSV…</source>
        <translation>Messwerte als &amp;CSV speichern…</translation>
    </message>
    <message>
        <source>&amp;Forget Earlier Loads</source>
        <translation>&amp;Frühere Ladevorgänge vergessen</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>Bilder (*.png *.svg)</translation>
    </message>
    <message>
        <source>Save the samples</source>
        <translation>Messwerte speichern</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingDataNotice</name>
    <message numerus="yes">
        <source>%Ln weight(s) need %1, which is not beside the model.</source>
        <translation>
            <numerusform>%Ln Gewicht braucht %1, das nicht neben dem Modell liegt.</numerusform>
            <numerusform>%Ln Gewichte brauchen %1, das nicht neben dem Modell liegt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weight(s) need files that are not beside the model: %1 and %2 more.</source>
        <translation>
            <numerusform>%Ln Gewicht braucht Dateien, die nicht neben dem Modell liegen: %1 und %2 weitere.</numerusform>
            <numerusform>%Ln Gewichte brauchen Dateien, die nicht neben dem Modell liegen: %1 und %2 weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>%1;;All files (*)</source>
        <translation>%1;;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::MissingFiles</name>
    <message>
        <source>%1 cannot be linked to %2 (%3). Copy it there, and reload the model.</source>
        <translation>%1 kann nicht mit %2 verknüpft werden (%3). Kopieren Sie es dorthin und laden Sie das Modell neu.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Put this notice away</source>
        <translation>Diesen Hinweis ausblenden</translation>
    </message>
    <message>
        <source>What can be done about it</source>
        <translation>Was man dagegen tun kann</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlineModel</name>
    <message numerus="yes">
        <source>%1: %Ln node(s)</source>
        <translation>
            <numerusform>%1: %Ln Knoten</numerusform>
            <numerusform>%1: %Ln Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln Knoten</numerusform>
            <numerusform>%Ln Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Scope or node</source>
        <translation>Bereich oder Knoten</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutlinePage</name>
    <message>
        <source>Filter scopes and nodes</source>
        <translation>Bereiche und Knoten filtern</translation>
    </message>
    <message>
        <source>Filter of the outline</source>
        <translation>Filter der Gliederung</translation>
    </message>
    <message>
        <source>Outline of the model</source>
        <translation>Gliederung des Modells</translation>
    </message>
    <message>
        <source>Show on the &amp;Graph</source>
        <translation>Im &amp;Graphen zeigen</translation>
    </message>
    <message>
        <source>&amp;Expand All Below</source>
        <translation>Alle darunter auf&amp;klappen</translation>
    </message>
    <message>
        <source>Co&amp;llapse All Below</source>
        <translation>Alle darunter &amp;zuklappen</translation>
    </message>
    <message>
        <source>&amp;Copy Name</source>
        <translation>&amp;Namen kopieren</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputModel</name>
    <message>
        <source>on the device</source>
        <translation>auf dem Gerät</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 NaN, %2 infinite</source>
        <translation>%1 NaN, %2 unendlich</translation>
    </message>
    <message>
        <source>Checked: read back to the CPU after the run. Unchecked: left on the device.</source>
        <translation>Angekreuzt: nach der Ausführung zur CPU zurückgelesen. Sonst: bleibt auf dem Gerät.</translation>
    </message>
    <message>
        <source>known after the run</source>
        <translation>nach der Ausführung bekannt</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>Nicht endlich</translation>
    </message>
    <message>
        <source>How the output compares with its reference, within the tolerances of &apos;weightless-cli verify&apos;</source>
        <translation>Wie die Ausgabe neben ihrer Referenz steht, mit den Toleranzen von „weightless-cli verify“</translation>
    </message>
    <message>
        <source>The greatest difference of a number from its reference</source>
        <translation>Die größte Abweichung einer Zahl von ihrer Referenz</translation>
    </message>
    <message>
        <source>Beside the reference</source>
        <translation>Neben der Referenz</translation>
    </message>
    <message>
        <source>Greatest difference</source>
        <translation>Größte Abweichung</translation>
    </message>
</context>
<context>
    <name>weightless::ui::OutputReferences</name>
    <message>
        <source>Compared with %1</source>
        <translation>Verglichen mit %1</translation>
    </message>
    <message>
        <source>on the device</source>
        <translation>auf dem Gerät</translation>
    </message>
    <message>
        <source>This output stayed on the device: read it back first.</source>
        <translation>Diese Ausgabe blieb auf dem Gerät: Lesen Sie sie zuerst zurück.</translation>
    </message>
    <message>
        <source>after the run</source>
        <translation>nach dem Lauf</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>wird verglichen…</translation>
    </message>
    <message>
        <source>✗ the reference cannot be read</source>
        <translation>✗ die Referenz ist nicht lesbar</translation>
    </message>
    <message numerus="yes">
        <source>✓ %Ln output(s) as expected</source>
        <translation>
            <numerusform>✓ %Ln Ausgabe wie erwartet</numerusform>
            <numerusform>✓ %Ln Ausgaben wie erwartet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %1 of %Ln output(s) not as expected</source>
        <translation>
            <numerusform>✗ %1 von %Ln Ausgabe nicht wie erwartet</numerusform>
            <numerusform>✗ %1 von %Ln Ausgaben nicht wie erwartet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::PictureLabel</name>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PicturePage</name>
    <message>
        <source>Least score:</source>
        <translation>Mindestens:</translation>
    </message>
    <message>
        <source>Picture of the output</source>
        <translation>Bild der Ausgabe</translation>
    </message>
    <message>
        <source>Least score of what is shown</source>
        <translation>Kleinster Punktwert, der gezeigt wird</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
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
            <numerusform>%Ln Kasten</numerusform>
            <numerusform>%Ln Kästen</numerusform>
        </translation>
    </message>
    <message>
        <source>class %1: </source>
        <translation>Klasse %1: </translation>
    </message>
    <message>
        <source>background only</source>
        <translation>nur Hintergrund</translation>
    </message>
    <message>
        <source>Picture:</source>
        <translation>Bild:</translation>
    </message>
    <message>
        <source>Which picture of the batch is shown</source>
        <translation>Welches Bild des Stapels gezeigt wird</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PreferencesDialog</name>
    <message>
        <source>&amp;Keep what is downloaded</source>
        <translation>Heruntergeladenes &amp;behalten</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>&amp;Wählen…</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>%1 (no font of this system has its letters)</source>
        <translation>%1 (keine Schrift dieses Systems hat seine Zeichen)</translation>
    </message>
    <message>
        <source>Takes effect when Weightless is started again</source>
        <translation>Gilt ab dem nächsten Start von Weightless</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>KiB, MiB, GiB (1,024)</source>
        <translation>KiB, MiB, GiB (1.024)</translation>
    </message>
    <message>
        <source>kB, MB, GB (1,000)</source>
        <translation>kB, MB, GB (1.000)</translation>
    </message>
    <message>
        <source>L&amp;anguage:</source>
        <translation>S&amp;prache:</translation>
    </message>
    <message>
        <source>C&amp;olours:</source>
        <translation>&amp;Farben:</translation>
    </message>
    <message>
        <source>Text &amp;size:</source>
        <translation>&amp;Schriftgröße:</translation>
    </message>
    <message>
        <source>&amp;Units of size:</source>
        <translation>&amp;Einheiten für Größen:</translation>
    </message>
    <message>
        <source>&amp;Device:</source>
        <translation>&amp;Gerät:</translation>
    </message>
    <message>
        <source>The best one</source>
        <translation>Das beste</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1 (nicht da)</translation>
    </message>
    <message>
        <source>What models are loaded into when the program starts</source>
        <translation>Worauf Modelle geladen werden, wenn das Programm startet</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>From top to bottom</source>
        <translation>Von oben nach unten</translation>
    </message>
    <message>
        <source>From left to right</source>
        <translation>Von links nach rechts</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>D&amp;irection:</source>
        <translation>&amp;Richtung:</translation>
    </message>
    <message>
        <source>&amp;Names of nodes</source>
        <translation>&amp;Namen der Knoten</translation>
    </message>
    <message>
        <source>A&amp;ttributes</source>
        <translation>A&amp;ttribute</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>Gewi&amp;chte</translation>
    </message>
    <message>
        <source>Arithmetic with shapes in one &amp;box</source>
        <translation>Rechnen mit F&amp;ormen in einem Kasten</translation>
    </message>
    <message>
        <source>Models on servers</source>
        <translation>Modelle auf Servern</translation>
    </message>
    <message>
        <source>A model that is opened again is then read from this machine, and only what changed on the server, or was not received, is asked for.</source>
        <translation>Ein Modell, das noch einmal geöffnet wird, wird dann von diesem Rechner gelesen, und nur was sich auf dem Server geändert hat oder nicht ankam, wird angefragt.</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>Or&amp;dner:</translation>
    </message>
    <message>
        <source>Size now:</source>
        <translation>Größe jetzt:</translation>
    </message>
    <message>
        <source>Folder of downloads</source>
        <translation>Ordner für Heruntergeladenes</translation>
    </message>
    <message>
        <source>Choose the folder of downloads</source>
        <translation>Ordner für Heruntergeladenes wählen</translation>
    </message>
    <message>
        <source>Size of what is kept</source>
        <translation>Größe des Behaltenen</translation>
    </message>
    <message>
        <source>Remove what is kept</source>
        <translation>Behaltenes entfernen</translation>
    </message>
    <message>
        <source>Removes what was downloaded, and nothing else that is in the folder</source>
        <translation>Entfernt, was heruntergeladen wurde, und sonst nichts in diesem Ordner</translation>
    </message>
    <message>
        <source>removing…</source>
        <translation>wird entfernt…</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln file(s)</source>
        <translation>
            <numerusform>%1 in %Ln Datei</numerusform>
            <numerusform>%1 in %Ln Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemGuide</name>
    <message>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemModel</name>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>While</source>
        <translation>Wobei</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProblemsPage</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Copy the problems</source>
        <translation>Die Probleme kopieren</translation>
    </message>
    <message>
        <source>Copy the selected problems, or all</source>
        <translation>Die ausgewählten Probleme kopieren, oder alle</translation>
    </message>
    <message>
        <source>Clear the problems</source>
        <translation>Die Probleme leeren</translation>
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
        <translation>Operator</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>in no scope</source>
        <translation>in keinem Bereich</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectDialog</name>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abb&amp;rechen</translation>
    </message>
    <message>
        <source>Project %1</source>
        <translation>Projekt %1</translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation>Die Modelle werden gelesen…</translation>
    </message>
    <message>
        <source>What the project needs</source>
        <translation>Was das Projekt braucht</translation>
    </message>
    <message>
        <source>State of the project</source>
        <translation>Zustand des Projekts</translation>
    </message>
    <message>
        <source>Parts of the project</source>
        <translation>Teile des Projekts</translation>
    </message>
    <message>
        <source>Only the largest part needs to fit: each is unloaded before the next one is loaded</source>
        <translation>Nur der größte Teil muss passen: Jeder wird entladen, bevor der nächste geladen wird</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>Bereit.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Es wird geladen…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>Es wird entladen…</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln part(s) on %2. All together they need %3 of device memory, one by one %4; %5 are free.</source>
        <translation>
            <numerusform>%1: %Ln Teil auf %2. Alle zusammen brauchen %3 Gerätespeicher, einer nach dem anderen %4; %5 sind frei.</numerusform>
            <numerusform>%1: %Ln Teile auf %2. Alle zusammen brauchen %3 Gerätespeicher, einer nach dem anderen %4; %5 sind frei.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Load All</source>
        <translation>&amp;Alle laden</translation>
    </message>
    <message>
        <source>Load, &amp;Run, Unload in Turn</source>
        <translation>Laden, a&amp;usführen, entladen, der Reihe nach</translation>
    </message>
    <message>
        <source>&amp;Unload All</source>
        <translation>Alle &amp;entladen</translation>
    </message>
    <message>
        <source>&amp;Generate a Picture…</source>
        <translation>Ein Bild er&amp;zeugen…</translation>
    </message>
    <message>
        <source>&amp;Open the Selected Model</source>
        <translation>Das ausgewählte &amp;Modell öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them cannot be used and are not counted.</source>
        <translation>
            <numerusform>%Ln davon ist unbrauchbar und zählt nicht mit.</numerusform>
            <numerusform>%Ln davon sind unbrauchbar und zählen nicht mit.</numerusform>
        </translation>
    </message>
    <message>
        <source>All is loaded.</source>
        <translation>Alles ist geladen.</translation>
    </message>
    <message>
        <source>Each has run, and is unloaded.</source>
        <translation>Jedes ist gelaufen und wieder entladen.</translation>
    </message>
    <message>
        <source>All is unloaded.</source>
        <translation>Alles ist entladen.</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 ist nicht benutzbar: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not load.</source>
        <translation>
            <numerusform>%Ln Teil ist nicht benutzbar und wurde nicht geladen.</numerusform>
            <numerusform>%Ln Teile sind nicht benutzbar und wurden nicht geladen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) cannot be used and did not run.</source>
        <translation>
            <numerusform>%Ln Teil ist nicht benutzbar und lief nicht.</numerusform>
            <numerusform>%Ln Teile sind nicht benutzbar und liefen nicht.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectModel</name>
    <message>
        <source>✖ cannot be used</source>
        <translation>✖ nicht verwendbar</translation>
    </message>
    <message>
        <source>○ hollow</source>
        <translation>○ leer</translation>
    </message>
    <message>
        <source>◔ loading</source>
        <translation>◔ lädt</translation>
    </message>
    <message>
        <source>● loaded</source>
        <translation>● geladen</translation>
    </message>
    <message>
        <source>▶ running</source>
        <translation>▶ läuft</translation>
    </message>
    <message>
        <source>✓ ran, unloaded</source>
        <translation>✓ gelaufen, entladen</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Device, predicted</source>
        <translation>Gerät, vorhergesagt</translation>
    </message>
    <message>
        <source>CPU beyond, predicted</source>
        <translation>CPU zusätzlich, vorhergesagt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Load, s</source>
        <translation>Laden, s</translation>
    </message>
    <message>
        <source>Run, s</source>
        <translation>Lauf, s</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ProjectWorker</name>
    <message>
        <source>load %1</source>
        <translation>Laden %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Choose a folder that holds ONNX models.</source>
        <translation>Wählen Sie einen Ordner, in dem ONNX-Modelle liegen.</translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation>%1 wird geladen…</translation>
    </message>
    <message>
        <source>Running %1…</source>
        <translation>%1 läuft…</translation>
    </message>
    <message>
        <source>Unload all, then try again: files that were changed are read anew then.</source>
        <translation>Entladen Sie alle und versuchen Sie es erneut: Geänderte Dateien werden dann neu gelesen.</translation>
    </message>
    <message>
        <source>Try again: files that were changed are read anew then.</source>
        <translation>Versuchen Sie es erneut: Geänderte Dateien werden dann neu gelesen.</translation>
    </message>
    <message>
        <source>compile %1</source>
        <translation>Kompilieren %1</translation>
    </message>
    <message>
        <source>Compiling %1…</source>
        <translation>%1 wird kompiliert…</translation>
    </message>
    <message>
        <source>Compiling %1, %2 of %3 kernels…</source>
        <translation>%1 wird kompiliert, %2 von %3 Kernels…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::PropertiesPage</name>
    <message>
        <source>Properties of what is selected</source>
        <translation>Eigenschaften der Auswahl</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>Kein Modell ist offen.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::RecentModel</name>
    <message>
        <source>The file is gone.</source>
        <translation>Die Datei ist weg.</translation>
    </message>
    <message>
        <source>The folder is not there.</source>
        <translation>Der Ordner ist nicht da.</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>heute, %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ReferenceButtons</name>
    <message>
        <source>Compare &amp;With…</source>
        <translation>&amp;Vergleichen mit…</translation>
    </message>
    <message>
        <source>Drop Refere&amp;nce</source>
        <translation>Refere&amp;nz verwerfen</translation>
    </message>
    <message>
        <source>Compare the output with a file</source>
        <translation>Die Ausgabe mit einer Datei vergleichen</translation>
    </message>
    <message>
        <source>Choose what the selected output should be, as .npy or .pb: each run is compared with it</source>
        <translation>Wählen Sie als .npy oder .pb, was die gewählte Ausgabe sein sollte: Jeder Lauf wird damit verglichen</translation>
    </message>
    <message>
        <source>Do not compare the output with the chosen file</source>
        <translation>Die Ausgabe nicht mit der gewählten Datei vergleichen</translation>
    </message>
    <message>
        <source>Compare the selected output with the chosen file no longer</source>
        <translation>Die gewählte Ausgabe nicht mehr mit der gewählten Datei vergleichen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ResultView</name>
    <message>
        <source>Outputs of the graph</source>
        <translation>Ausgaben des Graphen</translation>
    </message>
    <message>
        <source>Profile of the last run</source>
        <translation>Profil der letzten Ausführung</translation>
    </message>
    <message>
        <source>S&amp;ave…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Curve of the output</source>
        <translation>Kurve der Ausgabe</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Save the output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>Save the selected output as .npy, .pb, .csv or, for images, .png</source>
        <translation>Die ausgewählte Ausgabe als .npy, .pb, .csv oder, bei Bildern, .png speichern</translation>
    </message>
    <message>
        <source>Copies that the run made</source>
        <translation>Kopien, die die Ausführung machte</translation>
    </message>
    <message>
        <source>Tensors that crossed between CPU and device. What stays on the device is not copied; one that is read back is copied once.</source>
        <translation>Tensoren, die zwischen CPU und Gerät wechselten. Was auf dem Gerät bleibt, wird nicht kopiert; was zurückgelesen wird, einmal.</translation>
    </message>
    <message>
        <source>Read the output back</source>
        <translation>Die Ausgabe zurücklesen</translation>
    </message>
    <message>
        <source>Copy an output that stayed on the device to the CPU</source>
        <translation>Eine Ausgabe, die auf dem Gerät blieb, zur CPU kopieren</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>nach Operator</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>nach Schritt</translation>
    </message>
    <message>
        <source>Grouping of the profile</source>
        <translation>Gruppierung des Profils</translation>
    </message>
    <message>
        <source>Steps of the run over time</source>
        <translation>Schritte der Ausführung im Verlauf</translation>
    </message>
    <message>
        <source>Sum of the profile</source>
        <translation>Summe des Profils</translation>
    </message>
    <message>
        <source>This device has no timestamps: its steps cannot be measured.</source>
        <translation>Dieses Gerät hat keine Zeitstempel: Seine Schritte lassen sich nicht messen.</translation>
    </message>
    <message>
        <source>The run was not profiled.</source>
        <translation>Die Ausführung wurde nicht profiliert.</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln step(s)</source>
        <translation>
            <numerusform>%1 in %Ln Schritt</numerusform>
            <numerusform>%1 in %Ln Schritten</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensors copied: %1 to the device, %2 back; %3 of %4 outputs stayed on the device</source>
        <translation>Kopierte Tensoren: %1 zum Gerät, %2 zurück; %3 von %4 Ausgaben blieben auf dem Gerät</translation>
    </message>
    <message>
        <source>This output stayed on the device: read it back first.</source>
        <translation>Diese Ausgabe blieb auf dem Gerät: Lesen Sie sie zuerst zurück.</translation>
    </message>
    <message>
        <source>Run the model to see its values.</source>
        <translation>Führen Sie das Modell aus, um seine Werte zu sehen.</translation>
    </message>
    <message>
        <source>Names of the classes</source>
        <translation>Namen der Klassen</translation>
    </message>
    <message>
        <source>NumPy (*.npy);;ONNX tensor (*.pb);;Comma-separated values (*.csv)</source>
        <translation>NumPy (*.npy);;ONNX-Tensor (*.pb);;Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>;;Picture (*.png)</source>
        <translation>;;Bild (*.png)</translation>
    </message>
    <message>
        <source>by scope</source>
        <translation>nach Bereich</translation>
    </message>
    <message>
        <source>Weights that come</source>
        <translation>Gewichte, die kommen</translation>
    </message>
    <message>
        <source>Copies of them to the device</source>
        <translation>Deren Kopien zum Gerät</translation>
    </message>
    <message>
        <source>; waited %1 for weights, %2 of it before %3</source>
        <translation>; %1 auf Gewichte gewartet, davon %2 vor %3</translation>
    </message>
    <message>
        <source>Show on the Graph</source>
        <translation>Im Graphen zeigen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Colours the graph by the time that each node took; a closed group by that of all in it</source>
        <translation>Färbt den Graphen nach der Zeit, die jeder Knoten gebraucht hat; eine geschlossene Gruppe nach der von allem darin</translation>
    </message>
    <message>
        <source>Vocabulary of the model</source>
        <translation>Vokabular des Modells</translation>
    </message>
    <message>
        <source>Vocabularies (*.json *.txt);;All files (*)</source>
        <translation>Vokabulare (*.json *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Read &amp;Back</source>
        <translation>&amp;Zurücklesen</translation>
    </message>
    <message>
        <source>Save &amp;Profile…</source>
        <translation>&amp;Profil speichern…</translation>
    </message>
    <message>
        <source>Save the profile</source>
        <translation>Das Profil speichern</translation>
    </message>
    <message>
        <source>The steps as a table (.csv), or as a trace (.json) for Perfetto and chrome://tracing</source>
        <translation>Die Schritte als Tabelle (.csv) oder als Trace (.json) für Perfetto und chrome://tracing</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv);;Trace for Perfetto and chrome://tracing (*.json)</source>
        <translation>Kommagetrennte Werte (*.csv);;Trace für Perfetto und chrome://tracing (*.json)</translation>
    </message>
    <message>
        <source>Output that is shown</source>
        <translation>Gezeigte Ausgabe</translation>
    </message>
    <message>
        <source>;;Numbered pictures of the batch (*.png)</source>
        <translation>;;Nummerierte Bilder des Stapels (*.png)</translation>
    </message>
    <message>
        <source>Names of classes (*.txt *.names *.csv *.tsv *.json);;All files (*)</source>
        <translation>Namen der Klassen (*.txt *.names *.csv *.tsv *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Reference of the output</source>
        <translation>Referenz der Ausgabe</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.pb);;All files (*)</source>
        <translation>Tensoren (*.npy *.pb);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>weightless::ui::RunPage</name>
    <message>
        <source>Sizes for this run</source>
        <translation>Größen für diese Ausführung</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>How often to run</source>
        <translation>Wie oft ausgeführt wird</translation>
    </message>
    <message>
        <source>Measure every step of the last run</source>
        <translation>Jeden Schritt der letzten Ausführung messen</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>Zustand der Ausführung</translation>
    </message>
    <message>
        <source>Times:</source>
        <translation>Wie oft:</translation>
    </message>
    <message>
        <source>The last run was stopped.</source>
        <translation>Die letzte Ausführung wurde angehalten.</translation>
    </message>
    <message>
        <source>The last run did not end, see Problems.</source>
        <translation>Die letzte Ausführung kam nicht zum Ende, siehe Probleme.</translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation>Bereit zur Ausführung.</translation>
    </message>
    <message>
        <source>Ran in %1.</source>
        <translation>In %1 ausgeführt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s): median %1, fastest %2, slowest %3.</source>
        <translation>
            <numerusform>%Ln Lauf: Median %1, schnellster %2, langsamster %3.</numerusform>
            <numerusform>%Ln Läufe: Median %1, schnellster %2, langsamster %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>What is shown is of other inputs: run again to see what these give.</source>
        <translation>Was zu sehen ist, gehört zu anderen Eingaben: Für diese hier ist noch einmal auszuführen.</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>Dateien werden gelesen…</translation>
    </message>
    <message>
        <source>%1 What is shown is of the run before.</source>
        <translation>%1 Gezeigt wird, was der Lauf davor ergab.</translation>
    </message>
    <message>
        <source>Ran in %1, %2 of it compiling kernels.</source>
        <translation>Ausgeführt in %1, davon %2 für das Kompilieren von Kerneln.</translation>
    </message>
    <message>
        <source>The first compiled kernels for %1.</source>
        <translation>Der erste kompilierte %1 lang Kernel.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SaveDialog</name>
    <message>
        <source>Save a Copy</source>
        <translation>Kopie speichern</translation>
    </message>
    <message>
        <source>beside the model (external data)</source>
        <translation>neben dem Modell (externe Daten)</translation>
    </message>
    <message>
        <source>inside the model file</source>
        <translation>in der Modelldatei</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>wie sie sind</translation>
    </message>
    <message>
        <source>float32 as float16</source>
        <translation>float32 als float16</translation>
    </message>
    <message>
        <source>float16 as float32</source>
        <translation>float16 als float32</translation>
    </message>
    <message>
        <source>in one file</source>
        <translation>in einer Datei</translation>
    </message>
    <message>
        <source>in files of up to %1</source>
        <translation>in Dateien von höchstens %1</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>Wei&amp;ghts:</source>
        <translation>Gew&amp;ichte:</translation>
    </message>
    <message>
        <source>&amp;Type:</source>
        <translation>&amp;Typ:</translation>
    </message>
    <message>
        <source>&amp;Data:</source>
        <translation>&amp;Daten:</translation>
    </message>
    <message>
        <source>Where the weights are</source>
        <translation>Wo die Gewichte liegen</translation>
    </message>
    <message>
        <source>Type that large weights are stored as</source>
        <translation>Typ, in dem große Gewichte gespeichert werden</translation>
    </message>
    <message>
        <source>Size of the data files</source>
        <translation>Größe der Datendateien</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>Was geschrieben wird</translation>
    </message>
    <message>
        <source>Inputs, outputs and all computing keep float32: each weight is widened again by a Cast node.</source>
        <translation>Eingaben, Ausgaben und alles Rechnen bleiben float32: Jedes Gewicht wird von einem Cast-Knoten wieder erweitert.</translation>
    </message>
    <message>
        <source>That is too much for one file, which ends at 2 GiB.</source>
        <translation>Das ist zu viel für eine Datei, die bei 2 GiB endet.</translation>
    </message>
    <message>
        <source>float32 as bfloat16</source>
        <translation>float32 als bfloat16</translation>
    </message>
    <message>
        <source>%1 (from operator set %2 on)</source>
        <translation>%1 (ab Operatorsatz %2)</translation>
    </message>
    <message>
        <source>%1 of weights.</source>
        <translation>%1 Gewichte.</translation>
    </message>
    <message>
        <source>About %1 of weights instead of %2.</source>
        <translation>Etwa %1 Gewichte statt %2.</translation>
    </message>
    <message>
        <source>The structure is copied as it stands; this model&apos;s own files are never replaced.</source>
        <translation>Die Struktur wird kopiert, wie sie ist; die eigenen Dateien dieses Modells werden nie ersetzt.</translation>
    </message>
    <message>
        <source>It has no large weights of float32 or float16 that could be stored as another type.</source>
        <translation>Es hat keine großen Gewichte in float32 oder float16, die als anderer Typ gespeichert werden könnten.</translation>
    </message>
    <message>
        <source>Inputs, outputs and all computing keep float16: each weight is narrowed again by a Cast node.</source>
        <translation>Eingaben, Ausgaben und alle Berechnungen bleiben float16: Jedes Gewicht wird durch einen Cast-Knoten wieder verkleinert.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ScriptRunner</name>
    <message>
        <source>The inputs were changed before the run began</source>
        <translation>Die Eingaben wurden geändert, bevor der Lauf begann</translation>
    </message>
    <message>
        <source>The model is not loaded: there is no Vulkan device</source>
        <translation>Das Modell ist nicht geladen: Es gibt kein Vulkan-Gerät</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SizesPage</name>
    <message>
        <source>What the marked size needs</source>
        <translation>Was die markierte Größe braucht</translation>
    </message>
    <message>
        <source>Device memory by size</source>
        <translation>Gerätespeicher nach Größe</translation>
    </message>
    <message>
        <source>&amp;Dimension:</source>
        <translation>&amp;Dimension:</translation>
    </message>
    <message>
        <source>&amp;up to</source>
        <translation>&amp;bis</translation>
    </message>
    <message>
        <source>Free dimension whose sizes are tried</source>
        <translation>Freie Dimension, deren Größen probiert werden</translation>
    </message>
    <message>
        <source>Largest size that is tried</source>
        <translation>Größte Größe, die probiert wird</translation>
    </message>
    <message>
        <source>Predict the memory of each size</source>
        <translation>Den Speicher jeder Größe vorhersagen</translation>
    </message>
    <message>
        <source>How many sizes are planned</source>
        <translation>Wie viele Größen geplant sind</translation>
    </message>
    <message>
        <source>Memory of each size</source>
        <translation>Speicher jeder Größe</translation>
    </message>
    <message>
        <source>This model leaves no dimension of its inputs free: a run always needs the same.</source>
        <translation>Dieses Modell lässt keine Dimension seiner Eingaben frei: ein Lauf braucht immer dasselbe.</translation>
    </message>
    <message>
        <source>It is planned with %1. Nothing is loaded to find out what other sizes need.</source>
        <translation>Geplant ist es mit %1. Um zu erfahren, was andere Größen brauchen, wird nichts geladen.</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message numerus="yes">
        <source>Planning for %Ln size(s)…</source>
        <translation>
            <numerusform>Planung für eine Größe…</numerusform>
            <numerusform>Planung für %Ln Größen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>&amp;Vorhersagen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>Auf dem Gerät</translation>
    </message>
    <message>
        <source>of it activations</source>
        <translation>davon Aktivierungen</translation>
    </message>
    <message>
        <source>Most is held at</source>
        <translation>Am meisten gehalten bei</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>free on the device: %1</source>
        <translation>auf dem Gerät frei: %1</translation>
    </message>
    <message>
        <source>%1 = %2 is none that this model can have: %3</source>
        <translation>%1 = %2 kann dieses Modell nicht haben: %3</translation>
    </message>
    <message>
        <source>With %1 = %2 a run needs %3 on the device, %4 of it for activations.</source>
        <translation>Mit %1 = %2 braucht ein Lauf %3 auf dem Gerät, davon %4 für Aktivierungen.</translation>
    </message>
    <message>
        <source>That is more than the %1 that are free.</source>
        <translation>Das ist mehr als die %1, die frei sind.</translation>
    </message>
    <message>
        <source>What only a run can know comes on top.</source>
        <translation>Was erst ein Lauf wissen kann, kommt hinzu.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::SliceBar</name>
    <message>
        <source>Dimension that is shown as rows</source>
        <translation>Dimension, die als Zeilen gezeigt wird</translation>
    </message>
    <message>
        <source>Dimension that is shown as columns</source>
        <translation>Dimension, die als Spalten gezeigt wird</translation>
    </message>
    <message>
        <source>Rows:</source>
        <translation>Zeilen:</translation>
    </message>
    <message>
        <source>Columns:</source>
        <translation>Spalten:</translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation>Index der Dimension %1</translation>
    </message>
    <message>
        <source>Index of dimension %1, which has %2</source>
        <translation>Index der Dimension %1, die %2 hat</translation>
    </message>
    <message>
        <source>dim %1 (%2)</source>
        <translation>Dim %1 (%2)</translation>
    </message>
    <message>
        <source>dim %1: </source>
        <translation>Dim %1: </translation>
    </message>
</context>
<context>
    <name>weightless::ui::StartPage</name>
    <message>
        <source>See what is inside an ONNX model, load its weights straight into the graphics device without a copy in CPU memory, and run it.</source>
        <translation>Sehen Sie, was in einem ONNX-Modell steckt, laden Sie seine Gewichte ohne eine Kopie im CPU-Speicher direkt auf das Grafikgerät, und führen Sie es aus.</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>A folder with the parts of a pipeline, such as Stable Diffusion&apos;s</source>
        <translation>Ein Ordner mit den Teilen einer Pipeline, wie der von Stable Diffusion</translation>
    </message>
    <message>
        <source>Open URL…</source>
        <translation>URL öffnen…</translation>
    </message>
    <message>
        <source>Demo Model…</source>
        <translation>Demo-Modell…</translation>
    </message>
    <message>
        <source>Write a model of random weights with the shape of Stable Diffusion&apos;s, and open it</source>
        <translation>Ein Modell mit zufälligen Gewichten in der Form von Stable Diffusion schreiben und öffnen</translation>
    </message>
    <message>
        <source>or drop a model or a folder here</source>
        <translation>oder ein Modell oder einen Ordner hier ablegen</translation>
    </message>
    <message>
        <source>What is being opened</source>
        <translation>Was geöffnet wird</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen läuft</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel opening</source>
        <translation>Öffnen abbrechen</translation>
    </message>
    <message>
        <source>Recent models</source>
        <translation>Zuletzt geöffnete Modelle</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Remove from the List</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Reading the structure of %1…</source>
        <translation>Die Struktur von %1 wird gelesen…</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorModel</name>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln Element</numerusform>
            <numerusform>%Ln Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, from byte %2, %3</source>
        <translation>%1, ab Byte %2, %3</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Where its bytes are</source>
        <translation>Wo seine Bytes liegen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>The limit of device memory has no lasting place for it: each run that uses it reads it anew</source>
        <translation>Die Grenze für Gerätespeicher hat keinen bleibenden Platz dafür: Jeder Lauf, der es braucht, liest es neu</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TensorsPage</name>
    <message>
        <source>Map of tensor sizes</source>
        <translation>Karte der Tensorgrößen</translation>
    </message>
    <message>
        <source>Views of the tensors</source>
        <translation>Ansichten der Tensoren</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Filter by name, type or shape</source>
        <translation>Nach Name, Typ oder Form filtern</translation>
    </message>
    <message>
        <source>Filter of the tensors</source>
        <translation>Filter der Tensoren</translation>
    </message>
    <message>
        <source>State of the tensors shown</source>
        <translation>Zustand der gezeigten Tensoren</translation>
    </message>
    <message>
        <source>all states</source>
        <translation>alle Zustände</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>&amp;Extract Tensor…</source>
        <translation>Tensor &amp;herausziehen…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Show &amp;Values</source>
        <translation>&amp;Werte zeigen</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>Ko&amp;pieren</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all that are shown, as tab-separated text</source>
        <translation>Die ausgewählten Zeilen, oder alle gezeigten, als tabulatorgetrennten Text kopieren</translation>
    </message>
    <message>
        <source>Copy tensors</source>
        <translation>Tensoren kopieren</translation>
    </message>
    <message>
        <source>Sum of the tensors</source>
        <translation>Summe der Tensoren</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>Kein Modell ist offen.</translation>
    </message>
    <message>
        <source> · shown: %1, %2</source>
        <translation> · gezeigt: %1, %2</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Select a tensor in the table first.</source>
        <translation>Wählen Sie zuerst einen Tensor in der Tabelle.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s), %1 on disk</source>
        <translation>
            <numerusform>%Ln Tensor, %1 auf der Platte</numerusform>
            <numerusform>%Ln Tensoren, %1 auf der Platte</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>Als CSV &amp;speichern…</translation>
    </message>
    <message>
        <source>Save the tensors as CSV</source>
        <translation>Die Tensoren als CSV speichern</translation>
    </message>
    <message>
        <source>Save the tensors</source>
        <translation>Tensoren speichern</translation>
    </message>
    <message>
        <source>, %1 missing</source>
        <translation>, %1 fehlen</translation>
    </message>
    <message>
        <source>, %1 once loaded</source>
        <translation>, %1 wenn geladen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TestDataBar</name>
    <message>
        <source>Use the Test Data Bes&amp;ide the Model</source>
        <translation>Die Testdaten ne&amp;ben dem Modell nehmen</translation>
    </message>
    <message>
        <source>Fill the inputs from the files of the folder, and compare the outputs with those in it after each run</source>
        <translation>Die Eingaben aus den Dateien des Ordners füllen und die Ausgaben nach jedem Lauf mit denen darin vergleichen</translation>
    </message>
    <message>
        <source>Test data set</source>
        <translation>Satz von Testdaten</translation>
    </message>
    <message>
        <source>The folder of test data</source>
        <translation>Der Ordner mit Testdaten</translation>
    </message>
    <message>
        <source>State of the test data</source>
        <translation>Stand der Testdaten</translation>
    </message>
    <message>
        <source>The inputs are those of %1.</source>
        <translation>Die Eingaben sind die von %1.</translation>
    </message>
    <message>
        <source>%1 It has values of weights too, which are not taken: the model&apos;s own stay.</source>
        <translation>%1 Es gibt auch Werte von Gewichten, die nicht genommen werden: Die des Modells bleiben.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TestDataSets</name>
    <message>
        <source>Input &apos;%1&apos; is no tensor, and the window fills tensors alone: &apos;weightless-cli verify&apos; takes this test data.</source>
        <translation>Eingabe „%1“ ist kein Tensor, und das Fenster füllt nur Tensoren: „weightless-cli verify“ nimmt diese Testdaten.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::TextPage</name>
    <message>
        <source>Text of the output</source>
        <translation>Text der Ausgabe</translation>
    </message>
    <message>
        <source>Where the words are from</source>
        <translation>Woher die Wörter sind</translation>
    </message>
    <message>
        <source>Vocabulary…</source>
        <translation>Vokabular…</translation>
    </message>
    <message>
        <source>Choose a file with the vocabulary</source>
        <translation>Eine Datei mit dem Vokabular wählen</translation>
    </message>
    <message>
        <source>What the numbers of tokens mean: a vocab.json, a tokenizer.json, or a text file with one token a line. One beside the model is found by itself.</source>
        <translation>Was die Nummern der Token bedeuten: eine vocab.json, eine tokenizer.json oder eine Textdatei mit einem Token je Zeile. Liegt eine neben dem Modell, wird sie von selbst gefunden.</translation>
    </message>
    <message>
        <source>The first %1 elements are shown.</source>
        <translation>Gezeigt werden die ersten %1 Elemente.</translation>
    </message>
    <message>
        <source>These may be numbers of tokens: with the model&apos;s vocabulary they become text.</source>
        <translation>Das können Nummern von Token sein: mit dem Vokabular des Modells werden sie zu Text.</translation>
    </message>
    <message>
        <source>The most likely token at each place.</source>
        <translation>An jeder Stelle das wahrscheinlichste Token.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::UrlDialog</name>
    <message>
        <source>Open a model from the web</source>
        <translation>Modell aus dem Netz öffnen</translation>
    </message>
    <message>
        <source>&amp;Address of an ONNX model, or of a pipeline&apos;s model_index.json (http:// or https://):</source>
        <translation>&amp;Adresse eines ONNX-Modells oder der model_index.json einer Pipeline (http:// oder https://):</translation>
    </message>
    <message>
        <source>Address of the model</source>
        <translation>Adresse des Modells</translation>
    </message>
    <message>
        <source>What the address lacks</source>
        <translation>Was der Adresse fehlt</translation>
    </message>
    <message>
        <source>The name of the server follows.</source>
        <translation>Es folgt der Name des Servers.</translation>
    </message>
    <message>
        <source>An address begins with http:// or https://.</source>
        <translation>Eine Adresse beginnt mit http:// oder https://.</translation>
    </message>
    <message>
        <source>What follows is no name of a server.</source>
        <translation>Was folgt, ist kein Name eines Servers.</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>Öffnet %1</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValueInspector</name>
    <message>
        <source>Save Values…</source>
        <translation>Werte speichern…</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>Lesen beenden</translation>
    </message>
    <message>
        <source>Shape, type and size</source>
        <translation>Form, Typ und Größe</translation>
    </message>
    <message>
        <source>Statistics of the values</source>
        <translation>Statistik der Werte</translation>
    </message>
    <message>
        <source>Why there are no values</source>
        <translation>Warum es keine Werte gibt</translation>
    </message>
    <message>
        <source>Histogram of the values</source>
        <translation>Histogramm der Werte</translation>
    </message>
    <message>
        <source>Values read so far</source>
        <translation>Bisher gelesene Werte</translation>
    </message>
    <message>
        <source>Read all values for their statistics</source>
        <translation>Alle Werte für ihre Statistik lesen</translation>
    </message>
    <message>
        <source>Save all values as .npy or .csv</source>
        <translation>Alle Werte als .npy oder .csv speichern</translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation>Die Werte speichern</translation>
    </message>
    <message>
        <source>Values of the slice</source>
        <translation>Werte des Ausschnitts</translation>
    </message>
    <message>
        <source>Heat map of the slice</source>
        <translation>Heatmap des Ausschnitts</translation>
    </message>
    <message>
        <source>Views of the values</source>
        <translation>Ansichten der Werte</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>The table shows the beginning of this slice.</source>
        <translation>Die Tabelle zeigt den Anfang dieses Ausschnitts.</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>Dieser Tensor hat keine Elemente.</translation>
    </message>
    <message>
        <source>Values of this type cannot be shown.</source>
        <translation>Werte dieses Typs können nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>Read All %1</source>
        <translation>Alle %1 lesen</translation>
    </message>
    <message>
        <source>How much of the slice the heat map shows</source>
        <translation>Wie viel vom Ausschnitt die Heatmap zeigt</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValueTree</name>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Elements of the output</source>
        <translation>Elemente der Ausgabe</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… %1 weitere</translation>
    </message>
</context>
<context>
    <name>weightless::ui::ValuesPage</name>
    <message>
        <source>Show the Values of the Last Run</source>
        <translation>Werte der letzten Ausführung zeigen</translation>
    </message>
    <message>
        <source>Tensor whose values are shown</source>
        <translation>Tensor, dessen Werte gezeigt werden</translation>
    </message>
    <message>
        <source>Show the values of the last run</source>
        <translation>Die Werte der letzten Ausführung zeigen</translation>
    </message>
    <message>
        <source>Select a tensor or a node to see its values.</source>
        <translation>Wählen Sie einen Tensor oder Knoten, um seine Werte zu sehen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Computing %1…</source>
        <translation>%1 wird berechnet…</translation>
    </message>
    <message>
        <source>Values between inputs and outputs are not kept: this computes them again for the last run&apos;s inputs.</source>
        <translation>Werte zwischen Eingaben und Ausgaben werden nicht behalten: Dies berechnet sie noch einmal für die Eingaben der letzten Ausführung.</translation>
    </message>
    <message>
        <source>Values of a run can be seen after one: load the weights and run the model.</source>
        <translation>Werte einer Ausführung sind nach ihr zu sehen: Laden Sie die Gewichte und führen Sie das Modell aus.</translation>
    </message>
    <message>
        <source>Values inside of a function belong to each of its calls and cannot be looked at alone: select the node that calls it to see what it makes of its inputs.</source>
        <translation>Werte in einer Funktion gehören zu jedem ihrer Aufrufe und lassen sich nicht einzeln ansehen: wählen Sie den Knoten, der sie aufruft, um zu sehen, was er aus seinen Eingaben macht.</translation>
    </message>
    <message>
        <source>Values inside of a branch or a loop are not kept: this computes them again for the last run&apos;s inputs, and shows what the last iteration left that came there.</source>
        <translation>Werte in einem Zweig oder einer Schleife werden nicht aufgehoben: dies berechnet sie mit den Eingaben des letzten Laufs neu und zeigt, was der letzte Durchgang hinterließ, der dort hinkam.</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WeightsTypeBox</name>
    <message>
        <source>as they are stored</source>
        <translation>wie sie gespeichert sind</translation>
    </message>
    <message>
        <source>Weights are converted while they are loaded, and the model computes with that type: fp16 and bf16 take half the memory of fp32, which helps where numbers leave the range of fp16</source>
        <translation>Gewichte werden beim Laden umgewandelt, und das Modell rechnet in diesem Typ: fp16 und bf16 brauchen halb so viel Speicher wie fp32, das hilft, wo Zahlen den Bereich von fp16 verlassen</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowDialogs</name>
    <message>
        <source>Open a model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX-Modelle (*.onnx);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a folder of models</source>
        <translation>Ordner mit Modellen öffnen</translation>
    </message>
    <message>
        <source>Write the demo model</source>
        <translation>Demo-Modell schreiben</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX-Modelle (*.onnx)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1-copy.onnx</source>
        <translation>%1-kopie.onnx</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Kopie speichern</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>%1 wird gespeichert…</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy);;ONNX tensors (*.pb);;Comma-separated values (*.csv)</source>
        <translation>NumPy-Arrays (*.npy);;ONNX-Tensoren (*.pb);;Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>Extract %1</source>
        <translation>%1 herausziehen</translation>
    </message>
    <message>
        <source>Extracting %1…</source>
        <translation>%1 wird herausgezogen…</translation>
    </message>
    <message>
        <source>Compare with another model</source>
        <translation>Mit anderem Modell vergleichen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not written, as another file is being written.</source>
        <translation>„%1“ wurde nicht geschrieben, da gerade eine andere Datei geschrieben wird.</translation>
    </message>
    <message>
        <source>Save it again when that is done.</source>
        <translation>Speichern Sie sie noch einmal, wenn das fertig ist.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not written, as its model was closed meanwhile.</source>
        <translation>„%1“ wurde nicht geschrieben, da das Modell inzwischen geschlossen wurde.</translation>
    </message>
    <message>
        <source>Open the model again and save it then.</source>
        <translation>Öffnen Sie das Modell noch einmal und speichern Sie dann.</translation>
    </message>
    <message>
        <source>Where to make the demo folder</source>
        <translation>Wo der Demo-Ordner angelegt wird</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WindowStatusBar</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>Belegter Speicher</translation>
    </message>
    <message>
        <source>Show the problems</source>
        <translation>Die Probleme zeigen</translation>
    </message>
    <message>
        <source>Device %1 · CPU beyond the weights %2 · Process %3</source>
        <translation>Gerät %1 · CPU über die Gewichte hinaus %2 · Prozess %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln Fehler</numerusform>
            <numerusform>%Ln Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln Warnung</numerusform>
            <numerusform>%Ln Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
</context>
<context>
    <name>weightless::ui::WorkspaceGuide</name>
    <message>
        <source>Every weight is loaded: the model can run.</source>
        <translation>Jedes Gewicht ist geladen: Das Modell kann laufen.</translation>
    </message>
    <message>
        <source>Go to Run</source>
        <translation>Zu „Ausführen“</translation>
    </message>
    <message>
        <source>Loaded: the model can run, and its other weights come meanwhile.</source>
        <translation>Geladen: Das Modell kann laufen, und seine übrigen Gewichte kommen dabei.</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ArenaView</name>
    <message numerus="yes">
        <source>Step %1 of %2: %Ln block(s) of %3</source>
        <translation>
            <numerusform>Schritt %1 von %2: %Ln Block von %3</numerusform>
            <numerusform>Schritt %1 von %2: %Ln Blöcke von %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln Schritt</numerusform>
            <numerusform>%Ln Schritte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::ByteSizeDelegate</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CapacityBar</name>
    <message>
        <source>Needs %1 of %2</source>
        <translation>Braucht %1 von %2</translation>
    </message>
    <message>
        <source>Needs at least %1 of %2</source>
        <translation>Braucht mindestens %1 von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 loaded, a run takes %2</source>
        <translation>%1 geladen, ein Lauf braucht %2</translation>
    </message>
    <message>
        <source>%1 loaded, a run takes at least %2</source>
        <translation>%1 geladen, ein Lauf braucht mindestens %2</translation>
    </message>
    <message>
        <source>Loaded, a run: %1</source>
        <translation>Geladen, Lauf: %1</translation>
    </message>
    <message>
        <source>A run: %1</source>
        <translation>Lauf: %1</translation>
    </message>
    <message>
        <source>Needs %1</source>
        <translation>Braucht %1</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::CurveView</name>
    <message numerus="yes">
        <source>%Ln value(s) from %1 to %2</source>
        <translation>
            <numerusform>%Ln Wert von %1 bis %2</numerusform>
            <numerusform>%Ln Werte von %1 bis %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>%Ln Wert</numerusform>
            <numerusform>%Ln Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::EmptyNote</name>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>Nichts passt zum Filter.</translation>
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
        <translation>Gewichte, Bytes</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Results, bytes</source>
        <translation>Ergebnisse, Bytes</translation>
    </message>
    <message>
        <source>Time of the last run</source>
        <translation>Zeit der letzten Ausführung</translation>
    </message>
    <message>
        <source>Kind of operator</source>
        <translation>Art der Operation</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>elementweise</translation>
    </message>
    <message>
        <source>shape and order</source>
        <translation>Form und Ordnung</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>control flow</source>
        <translation>Ablaufsteuerung</translation>
    </message>
    <message>
        <source>input, output</source>
        <translation>Eingabe, Ausgabe</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphModel</name>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>shapes · %1</source>
        <translation>Formen · %1</translation>
    </message>
    <message>
        <source>Section %1 of %2</source>
        <translation>Abschnitt %1 von %2</translation>
    </message>
    <message>
        <source>Block %1%2</source>
        <translation>Block %1%2</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphPair</name>
    <message>
        <source>In &amp;step</source>
        <translation>Im &amp;Gleichschritt</translation>
    </message>
    <message>
        <source>Graph of the first model</source>
        <translation>Graph des ersten Modells</translation>
    </message>
    <message>
        <source>Graph of the second model</source>
        <translation>Graph des zweiten Modells</translation>
    </message>
    <message>
        <source>Both graphs show the same place in the same size, with the same groups open</source>
        <translation>Beide Graphen zeigen dieselbe Stelle in derselben Größe, mit denselben offenen Gruppen</translation>
    </message>
    <message>
        <source>What the selected node is in the other model</source>
        <translation>Was der gewählte Knoten im anderen Modell ist</translation>
    </message>
    <message>
        <source>%1 is in this model alone.</source>
        <translation>%1 gibt es nur in diesem Modell.</translation>
    </message>
    <message>
        <source>%1 is %2 in the other model.</source>
        <translation>%1 ist im anderen Modell %2.</translation>
    </message>
    <message>
        <source>Only weights differ</source>
        <translation>Nur Gewichte unterscheiden sich</translation>
    </message>
    <message>
        <source>Nodes were changed, or are in one model alone</source>
        <translation>Knoten wurden geändert oder sind nur in einem Modell</translation>
    </message>
    <message>
        <source>The node was changed.</source>
        <translation>Der Knoten wurde geändert.</translation>
    </message>
    <message>
        <source>Its weights differ.</source>
        <translation>Seine Gewichte unterscheiden sich.</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::GraphView</name>
    <message>
        <source>nothing known yet</source>
        <translation>noch nichts bekannt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>a hundredth</source>
        <translation>ein Hundertstel</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>ein Viertel</translation>
    </message>
    <message>
        <source>all: %1</source>
        <translation>alles: %1</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>There is no graph to export.</source>
        <translation>Es gibt keinen Graphen zu exportieren.</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of %L1 × %L2 pixels.</source>
        <translation>Für ein Bild von %L1 × %L2 Pixeln reicht der Speicher nicht.</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>zu %1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und %n weiterer</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>Kante</translation>
    </message>
    <message>
        <source>Go to producer: %1</source>
        <translation>Zum Erzeuger: %1</translation>
    </message>
    <message>
        <source>Go to consumer: %1</source>
        <translation>Zum Verbraucher: %1</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>Aufklappen</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>Zuklappen</translation>
    </message>
    <message>
        <source>Expand All Below</source>
        <translation>Alles darunter aufklappen</translation>
    </message>
    <message>
        <source>Expand All</source>
        <translation>Alles aufklappen</translation>
    </message>
    <message>
        <source>Collapse All</source>
        <translation>Alles zuklappen</translation>
    </message>
    <message>
        <source>Show Path from Inputs (I)</source>
        <translation>Weg von den Eingaben zeigen (I)</translation>
    </message>
    <message>
        <source>Show Path to Outputs (O)</source>
        <translation>Weg zu den Ausgaben zeigen (O)</translation>
    </message>
    <message>
        <source>Fit in View</source>
        <translation>In die Ansicht einpassen</translation>
    </message>
    <message>
        <source>Actual Size</source>
        <translation>Wirkliche Größe</translation>
    </message>
    <message>
        <source>Show Overview</source>
        <translation>Übersicht zeigen</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG-Bilder (*.svg)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>The graph cannot be laid out: %1</source>
        <translation>Der Graph kann nicht angeordnet werden: %1</translation>
    </message>
    <message>
        <source>No graph</source>
        <translation>Kein Graph</translation>
    </message>
    <message>
        <source>Laying out %L1 nodes…</source>
        <translation>%L1 Knoten werden angeordnet…</translation>
    </message>
    <message>
        <source>read when the model was opened</source>
        <translation>beim Öffnen des Modells gelesen</translation>
    </message>
    <message>
        <source>set</source>
        <translation>gesetzt</translation>
    </message>
    <message>
        <source>%1 % set</source>
        <translation>%1 % gesetzt</translation>
    </message>
    <message>
        <source>hollow</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Constant %1: %2, %3</source>
        <translation>Konstante %1: %2, %3</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>Eingabe des Graphen</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>Ausgabe des Graphen</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Constants: %1 of %2 set</source>
        <translation>Konstanten: %1 von %2 gesetzt</translation>
    </message>
    <message numerus="yes">
        <source>%n groups are built alike</source>
        <translation>
            <numerusform>%n Gruppe ist gleich gebaut</numerusform>
            <numerusform>%n Gruppen sind gleich gebaut</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, %3 of %4 constants set</source>
        <translation>%1 %2, %3 von %4 Konstanten gesetzt</translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %2, %n nodes</source>
        <translation>
            <numerusform>Gruppe %1, %2, %n Knoten</numerusform>
            <numerusform>Gruppe %1, %2, %n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>Als SVG speichern…</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern…</translation>
    </message>
    <message>
        <source>Save the Graph</source>
        <translation>Graph speichern</translation>
    </message>
    <message>
        <source>Pictures of a graph are saved as .svg, .png or .pdf, not as &apos;%1&apos;.</source>
        <translation>Bilder eines Graphen werden als .svg, .png oder .pdf gespeichert, nicht als „%1“.</translation>
    </message>
    <message>
        <source>comes with each run</source>
        <translation>kommt mit jedem Lauf</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HeatMapView</name>
    <message>
        <source>%1 by %2 numbers from %3 to %4</source>
        <translation>%1 mal %2 Zahlen von %3 bis %4</translation>
    </message>
    <message>
        <source>A sample: one row in %1 and one column in %2</source>
        <translation>Eine Stichprobe: jede %1. Zeile und jede %2. Spalte</translation>
    </message>
    <message>
        <source>A sample: one row in %1</source>
        <translation>Eine Stichprobe: jede %1. Zeile</translation>
    </message>
    <message>
        <source>A sample: one column in %1</source>
        <translation>Eine Stichprobe: jede %1. Spalte</translation>
    </message>
    <message>
        <source>A cell stands for %1 by %2 numbers: it shows NaN where one is among them, otherwise the number furthest from zero</source>
        <translation>Ein Feld steht für %1 mal %2 Zahlen: Es zeigt NaN, wo eine darunter ist, sonst die Zahl, die am weitesten von null entfernt ist</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::HistogramView</name>
    <message>
        <source>Values from %1 to %2; most of them %3</source>
        <translation>Werte von %1 bis %2; die meisten %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 bis %2: %Ln Wert</numerusform>
            <numerusform>%1 bis %2: %Ln Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::MemoryPlot</name>
    <message>
        <source>Now: %1. Highest: %2</source>
        <translation>Jetzt: %1. Höchstens: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation>Noch wurde nichts gemessen.</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Device memory that holds the model&apos;s constants</source>
        <translation>Gerätespeicher, der die Konstanten des Modells hält</translation>
    </message>
    <message>
        <source>Device memory for the values that a run computes</source>
        <translation>Gerätespeicher für die Werte, die eine Ausführung berechnet</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>Speicher im Verlauf</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Time, as a share of each load</source>
        <translation>Zeit, als Anteil jedes Ladens</translation>
    </message>
    <message>
        <source>Time since the load began</source>
        <translation>Zeit seit Beginn des Ladens</translation>
    </message>
    <message>
        <source>CPU beyond the weights:</source>
        <translation>CPU über die Gewichte hinaus:</translation>
    </message>
    <message>
        <source>CPU memory that this load takes beyond the weights themselves</source>
        <translation>CPU-Speicher, den dieses Laden über die Gewichte hinaus belegt</translation>
    </message>
    <message>
        <source>whole process</source>
        <translation>ganzer Prozess</translation>
    </message>
    <message>
        <source>All memory of this program that is resident, the pages of files included</source>
        <translation>Aller Speicher dieses Programms, der resident ist, einschließlich der Seiten von Dateien</translation>
    </message>
    <message>
        <source>Device:</source>
        <translation>Gerät:</translation>
    </message>
    <message>
        <source>earlier loads</source>
        <translation>frühere</translation>
    </message>
    <message>
        <source>Device memory of the loads before the newest one, in total, in the colour of each</source>
        <translation>Gerätespeicher der Ladevorgänge vor dem neuesten, in der Summe, jeweils in dessen Farbe</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>there is no memory for %1 × %2 pixels</source>
        <translation>für %1 × %2 Pixel ist kein Speicher da</translation>
    </message>
    <message>
        <source>the picture cannot be begun</source>
        <translation>das Bild kann nicht begonnen werden</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>CPU beyond the weights %1</source>
        <translation>CPU über die Gewichte hinaus %1</translation>
    </message>
    <message>
        <source>device weights %1</source>
        <translation>Gewichte auf dem Gerät %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>Aktivierungen %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>At %1: %2</source>
        <translation>Bei %1: %2</translation>
    </message>
    <message>
        <source>CPU memory</source>
        <translation>CPU-Speicher</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>device: weights</source>
        <translation>Gerät: Gewichte</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>zu Ende</translation>
    </message>
    <message>
        <source>process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>weights that stay</source>
        <translation>Gewichte, die bleiben</translation>
    </message>
    <message>
        <source>Of the memory for weights, what stays; the rest comes and goes while the model runs</source>
        <translation>Was vom Speicher für Gewichte bleibt; der Rest kommt und geht während der Ausführung</translation>
    </message>
    <message>
        <source>of the weights, %1 come and go</source>
        <translation>von den Gewichten kommen und gehen %1</translation>
    </message>
    <message>
        <source>of that, weights that stay</source>
        <translation>davon Gewichte, die bleiben</translation>
    </message>
    <message>
        <source>of that, staging %1</source>
        <translation>davon Staging %1</translation>
    </message>
</context>
<context>
    <name>weightless::widgets::PictureView</name>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 mal %2 Pixel</translation>
    </message>
    <message numerus="yes">
        <source>%Ln box(es): %1</source>
        <translation>
            <numerusform>%Ln Kasten: %1</numerusform>
            <numerusform>%Ln Kästen: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weightless::widgets::SizeTreemap</name>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nichts zu zeigen</translation>
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
        <translation>%1 s</translation>
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
            <numerusform>%Ln Schritt in %1</numerusform>
            <numerusform>%Ln Schritte in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2): %3, %4 % of the run</source>
        <translation>%1 (%2): %3, %4 % der Ausführung</translation>
    </message>
    <message>
        <source>%1; it waited %2 for weights</source>
        <translation>%1; wartete %2 auf Gewichte</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
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
        <translation>%1 Bytes</translation>
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
