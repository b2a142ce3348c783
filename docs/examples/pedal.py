from explanans import Explainer

explainer = Explainer.open("bicycle.txt")
for answer in "by turning clockwise", "by turning anticlockwise":
    explanation = explainer.explain("How is the left pedal loosened?", answer)
    print(explanation.hypothesis)
    if explanation.tree is None:
        print("  no tree:", *explanation.missing)
        continue
    texts = {scored.fact.id: scored.fact.text for scored in explanation.facts}
    for step, verdict in zip(explanation.tree.steps, explanation.verdicts, strict=True):
        print("  rests on", [texts.get(premise, premise) for premise in step.premises])
        print(f"  {verdict.follows:.0%} likely to follow; unsupported: {', '.join(verdict.unsupported) or 'nothing'}")
