import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.*;

/** For each line (a pattern, then texts; Base64 of UTF-8, tabs between) a line of what find() says, in UTF-16 units. */
public class JavaFind {
    static final int PATIENCE = 300_000;

    /** A text that gives up after so many looks at it, so that no pattern can hang the comparison. */
    static final class Patient implements CharSequence {
        final String text;
        int looks = 0;

        Patient(String text) { this.text = text; }

        public int length() { return text.length(); }

        public char charAt(int place) {
            if (++looks > PATIENCE) throw new IllegalStateException();
            return text.charAt(place);
        }

        public CharSequence subSequence(int start, int end) { return text.substring(start, end); }

        public String toString() { return text; }
    }

    static String decoded(String field) {
        return new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8);
    }

    static String found(Pattern pattern, String text) {
        try {
            Matcher matcher = pattern.matcher(new Patient(text));
            return matcher.find() ? matcher.start() + ":" + matcher.end() : "none";
        } catch (IllegalStateException | StackOverflowError | NullPointerException | IndexOutOfBoundsException unusable) {
            return "gave-up";
        }
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.US_ASCII);
        for (String line; (line = in.readLine()) != null; ) {
            String[] fields = line.split("\t", -1);
            StringBuilder answer = new StringBuilder();
            try {
                Pattern pattern = Pattern.compile(decoded(fields[0]));
                for (int i = 1; i < fields.length; i++) answer.append(i > 1 ? "\t" : "").append(found(pattern, decoded(fields[i])));
            } catch (PatternSyntaxException refused) {
                answer.append("refused");
            } catch (RuntimeException | StackOverflowError broken) {
                answer.append("broken");
            }
            out.println(answer);
        }
        out.flush();
    }
}
