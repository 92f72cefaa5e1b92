package arashi.deploy.patterns;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds the regular expressions in the sources of all modules: {@code Pattern.compile}, the methods
 * of {@code String} that take one, references to these, {@code Scanner} and path matchers. Sources
 * are only parsed, so an expression that is no constant is reported as its source text.
 */
final class SourcePatterns {
  /** Methods of String whose first argument is an expression. */
  private static final Set<String> OF_STRING =
      Set.of("split", "splitAsStream", "replaceAll", "replaceFirst", "matches");

  private static final Set<String> OTHERS =
      Set.of("useDelimiter", "findInLine", "getPathMatcher", "getElementsMatchingText");

  /**
   * A use of an expression.
   *
   * @param type name of the class, without package
   * @param text the expression; if {@link #fixed} is false, the source text instead
   * @param fixed true if the expression is constant
   * @param anchored true if each use matches at one place only: at the start, or the whole text
   */
  record Found(String type, String text, boolean fixed, boolean anchored) {}

  private final Map<String, String> constants = new HashMap<>();
  private final List<Found> found = new ArrayList<>();

  private SourcePatterns() {}

  /** Reads {@code *}{@code /src/main/java} below the directory. */
  static List<Found> below(Path top) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(top)) {
      for (Path sources : modules.map(one -> one.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(sources)) {
          try (Stream<Path> all = Files.walk(sources)) {
            all.filter(file -> file.toString().endsWith(".java")).sorted().forEach(files::add);
          }
        }
      }
    }
    return in(files);
  }

  static List<Found> in(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      SourcePatterns patterns = new SourcePatterns();
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      for (int round = 0; round < 3; round++) { // constants of constants of other files
        units.forEach(unit -> unit.accept(patterns.new Constants(), null));
      }
      units.forEach(unit -> patterns.read(unit));
      return patterns.found;
    }
  }

  private void read(CompilationUnitTree unit) {
    Names names = new Names();
    unit.accept(names, null);
    unit.accept(new Uses(names), null);
  }

  /** Follows the classes that enclose a tree. */
  private abstract static class InClass extends TreeScanner<Void, Void> {
    String type = "";

    @Override
    public Void visitClass(ClassTree tree, Void none) {
      String outer = type;
      type = outer.isEmpty() ? tree.getSimpleName().toString() : outer;
      super.visitClass(tree, null);
      type = outer;
      return null;
    }
  }

  /** Collects constants, as {@code Type.NAME}. */
  private final class Constants extends InClass {
    @Override
    public Void visitVariable(VariableTree tree, Void none) {
      if (tree.getInitializer() != null) {
        constant(type, tree.getInitializer())
            .ifPresent(value -> constants.put(type + "." + tree.getName(), value));
      }
      return super.visitVariable(tree, null);
    }
  }

  /** Notes how the patterns and matchers of a file are used. */
  private static final class Names extends InClass {
    private static final Set<String> ANCHORED = Set.of("matches", "lookingAt");
    private static final Set<String> SEARCHES =
        Set.of("find", "results", "replaceAll", "replaceFirst", "hitEnd");

    /** Patterns and matchers, whose methods take no expression. */
    final Set<String> variables = new HashSet<>();

    /** Matchers, by name, and their patterns. */
    private final Map<String, String> matchers = new HashMap<>();

    private final Map<String, Integer> mentions = new HashMap<>();
    private final Map<String, Integer> anchored = new HashMap<>();
    private final Set<String> searched = new HashSet<>();

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
      String name = tree.getName().toString();
      if (Set.of("Pattern", "Matcher", "MatchResult").contains(String.valueOf(tree.getType()))) {
        variables.add(name);
      }
      matched(tree.getInitializer())
          .ifPresent(
              pattern -> {
                matchers.put(name, pattern);
                anchored.merge(pattern, 1, Integer::sum);
              });
      return super.visitVariable(tree, null);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
      if (call.getMethodSelect() instanceof MemberSelectTree select) {
        String method = select.getIdentifier().toString();
        ExpressionTree receiver = select.getExpression();
        if (ANCHORED.contains(method)) {
          matched(receiver).ifPresent(pattern -> anchored.merge(pattern, 1, Integer::sum));
        }
        if (method.equals("asMatchPredicate")) {
          anchored.merge(receiver.toString(), 1, Integer::sum);
        }
        if (method.equals("matching") && call.getArguments().size() == 1) { // of a HTML policy
          anchored.merge(call.getArguments().get(0).toString(), 1, Integer::sum);
        }
        if (SEARCHES.contains(method)) {
          searched.add(receiver.toString());
        }
      }
      return super.visitMethodInvocation(call, null);
    }

    /** Returns the pattern of {@code PATTERN.matcher(text)}, with a region or without. */
    private static Optional<String> matched(Tree tree) {
      if (tree instanceof MethodInvocationTree call
          && call.getMethodSelect() instanceof MemberSelectTree select) {
        return switch (select.getIdentifier().toString()) {
          case "matcher" -> Optional.of(select.getExpression().toString());
          case "region" -> matched(select.getExpression());
          default -> Optional.empty();
        };
      }
      return Optional.empty();
    }

    /** An assignment does not mention the variable to its left. */
    @Override
    public Void visitAssignment(AssignmentTree tree, Void none) {
      boolean plain = tree.getVariable() instanceof IdentifierTree;
      return plain ? scan(tree.getExpression(), null) : super.visitAssignment(tree, null);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
      mentions.merge(tree.getName().toString(), 1, Integer::sum);
      return super.visitIdentifier(tree, null);
    }

    boolean isAnchored(String pattern) {
      boolean searches =
          matchers.entrySet().stream()
              .anyMatch(one -> one.getValue().equals(pattern) && searched.contains(one.getKey()));
      return !searches
          && mentions.getOrDefault(pattern, 0) > 0
          && mentions.get(pattern).equals(anchored.get(pattern));
    }
  }

  /** Collects the expressions of a file. */
  private final class Uses extends InClass {
    private final Names names;
    private String variable = "";

    Uses(Names names) {
      this.names = names;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
      String before = variable;
      variable = tree.getName().toString();
      super.visitVariable(tree, null);
      variable = before;
      return null;
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void none) {
      String before = variable;
      variable = tree.getVariable().toString();
      super.visitAssignment(tree, null);
      variable = before;
      return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
      if (call.getMethodSelect() instanceof MemberSelectTree select
          && !call.getArguments().isEmpty()
          && !(call.getArguments().get(0) instanceof LambdaExpressionTree)) {
        invoked(select, call.getArguments());
      }
      return super.visitMethodInvocation(call, null);
    }

    private void invoked(MemberSelectTree select, List<? extends ExpressionTree> arguments) {
      String method = select.getIdentifier().toString();
      String receiver = select.getExpression().toString();
      if (receiver.equals("Pattern") && Set.of("compile", "matches").contains(method)) {
        String flags = arguments.size() > 1 ? flags(arguments.get(1)) : "";
        boolean anchored = method.equals("matches") || names.isAnchored(variable);
        add(flags, arguments.get(0), anchored);
      } else if (OF_STRING.contains(method) && isOfString(select, arguments)) {
        add("", arguments.get(0), method.equals("matches"));
      } else if (OTHERS.contains(method)) {
        found.add(new Found(type, select + "", false, false));
      }
    }

    /** True unless the receiver is a pattern or matcher, or the arguments do not fit. */
    private boolean isOfString(MemberSelectTree select, List<? extends ExpressionTree> arguments) {
      String receiver = select.getExpression().toString();
      boolean fixed = constant(type, arguments.get(0)).isPresent();
      boolean matcher =
          names.variables.contains(receiver)
              || (select.getExpression() instanceof MethodInvocationTree call
                  && call.getMethodSelect().toString().endsWith("matcher"));
      boolean several = arguments.size() > 1 && select.getIdentifier().contentEquals("matches");
      return !matcher && !several && (fixed || !receiver.matches("[A-Z]\\w*[a-z]\\w*|this"));
    }

    private String flags(ExpressionTree tree) {
      String text = tree.toString();
      return (text.contains("CASE_INSENSITIVE") ? "(?i)" : "")
          + (text.contains("DOTALL") ? "(?s)" : "")
          + (text.contains("MULTILINE") ? "(?m)" : "");
    }

    private void add(String flags, ExpressionTree expression, boolean anchored) {
      Optional<String> text = constant(type, expression);
      found.add(
          new Found(
              type,
              text.map(one -> flags + one).orElse(flags + expression),
              text.isPresent(),
              anchored));
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void none) {
      String receiver = tree.getQualifierExpression().toString();
      String method = tree.getName().toString();
      if ((receiver.equals("Pattern") && method.equals("compile"))
          || (receiver.equals("String") && OF_STRING.contains(method))) {
        found.add(new Found(type, tree.toString(), false, false));
      }
      return super.visitMemberReference(tree, null);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void none) {
      if (tree.getIdentifier().toString().equals("Scanner")) {
        found.add(new Found(type, "new Scanner", false, false));
      }
      return super.visitNewClass(tree, null);
    }
  }

  /** Returns the value of a constant expression. */
  private Optional<String> constant(String type, Tree tree) {
    if (tree instanceof LiteralTree literal && literal.getValue() != null) {
      return Optional.of(literal.getValue().toString());
    }
    if (tree instanceof ParenthesizedTree inner) {
      return constant(type, inner.getExpression());
    }
    if (tree instanceof IdentifierTree name) {
      return Optional.ofNullable(constants.get(type + "." + name.getName()));
    }
    if (tree instanceof MemberSelectTree member) {
      return Optional.ofNullable(constants.get(member.toString()));
    }
    if (tree instanceof BinaryTree both) {
      Optional<String> left = constant(type, both.getLeftOperand());
      Optional<String> right = constant(type, both.getRightOperand());
      return left.isEmpty() || right.isEmpty()
          ? Optional.empty()
          : combined(both.getKind(), left.get(), right.get());
    }
    return Optional.empty();
  }

  private static Optional<String> combined(Tree.Kind kind, String left, String right) {
    return switch (kind) {
      case PLUS -> Optional.of(left + right);
      case MINUS -> difference(left, right);
      default -> Optional.empty();
    };
  }

  /** Returns the difference of numbers; empty for characters. */
  private static Optional<String> difference(String left, String right) {
    try {
      return Optional.of(Long.toString(Long.parseLong(left) - Long.parseLong(right)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
